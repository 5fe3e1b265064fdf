import assert from "node:assert/strict";
import { test } from "node:test";

import { nameOf, offsetOf, planText } from "../app/plan.js";

test("a plan is written as its file", () => {
    const text = planText({
        title: 'A "fair" test',
        question: "Who?",
        seed: 1,
        runs: 3,
        budget: { nodes: 1000, seconds: null },
        instances: [{ name: "samegame/table1-*" }, { generate: "hidato", params: { side: 4 }, count: 2 }],
        solvers: [{ solver: "beam", params: { width: 10, policy: "best" } }],
    });
    assert.equal(
        text,
        'title = "A \\"fair\\" test"\nquestion = "Who?"\nseed = 1\nruns = 3\nbudget = { nodes = 1000 }\n\n' +
            '[[instances]]\nname = "samegame/table1-*"\n\n' +
            '[[instances]]\ngenerate = "hidato"\nparams = { side = 4 }\ncount = 2\n\n' +
            '[[solvers]]\nname = "beam"\nparams = { width = 10, policy = "best" }\n',
    );
    assert.equal(nameOf("Größere Bäume, 2nd!"), "gro-ere-baume-2nd");
    assert.equal(nameOf("…"), "mine");
    assert.equal(offsetOf("ab\ncd\nef", 2, 2), 4);
});
