//! Tests with a real Slurm, started here: a controller and two nodes on loopback. An experiment
//! survives kills of its tasks, of a node and of the process that follows it. `QUARRY_SLURM=full`
//! takes 300 units, more kills, and a race.

use std::collections::HashMap;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::experiments::stored;
use crate::program::{Folder, Ran, command};

/// A private cluster; no system service is involved.
struct Cluster {
    place: PathBuf,
    daemons: HashMap<&'static str, Child>,
}

const NODES: [&str; 2] = ["one", "two"];

impl Cluster {
    fn start(place: PathBuf) -> Self {
        std::fs::create_dir_all(place.join("state")).expect("a folder");
        let mut cluster = Cluster { place, daemons: HashMap::new() };
        let at = |name: &str| cluster.place.join(name).display().to_string();
        std::fs::write(
            at("munge.key"),
            "a key for nobody but this cluster, which lives for a minute",
        )
        .expect("a key");
        Command::new("chmod").args(["400", &at("munge.key")]).status().expect("chmod");
        let listeners = [(); 3].map(|()| TcpListener::bind("127.0.0.1:0").expect("a free port"));
        let [controller, one, two] =
            listeners.each_ref().map(|listener| listener.local_addr().expect("bound").port());
        drop(listeners);
        let output = |program: &str, args: &[&str]| {
            let output =
                Command::new(program).args(args).output().expect("a command of the system");
            String::from_utf8_lossy(&output.stdout).trim().to_owned()
        };
        let (host, user) = (output("uname", &["-n"]), output("id", &["-un"]));
        let here = cluster.place.display();
        // Credentials that expire soon, so that requeued tasks need not wait for two minutes.
        let conf = format!(
            "ClusterName=quarry\nSlurmctldHost={host}(127.0.0.1)\nSlurmctldPort={controller}\nSlurmUser={user}\nSlurmdUser={user}\n\
             AuthType=auth/munge\nCredType=cred/munge\nAuthInfo=socket={here}/munge.socket,cred_expire=5\n\
             StateSaveLocation={here}/state\nSlurmdSpoolDir={here}/spool.%n\n\
             SlurmctldPidFile={here}/slurmctld.pid\nSlurmdPidFile={here}/slurmd.%n.pid\n\
             ProctrackType=proctrack/pgid\nTaskPlugin=task/none\nSwitchType=switch/none\nMpiDefault=none\n\
             JobAcctGatherType=jobacct_gather/none\nAccountingStorageType=accounting_storage/none\n\
             SelectType=select/cons_tres\nSelectTypeParameters=CR_Core\nReturnToService=2\nSlurmdTimeout=6\nKillWait=2\n\
             SchedulerParameters=batch_sched_delay=0,sched_interval=1,sched_min_interval=0\n\
             NodeName={nodes} NodeHostname={host} NodeAddr=127.0.0.1 Port={one},{two} CPUs=1\n\
             PartitionName=main Nodes=ALL Default=YES MaxTime=INFINITE State=UP\n",
            nodes = NODES.join(","),
        );
        std::fs::write(at("slurm.conf"), conf).expect("a file");
        let munge = [
            "--foreground".to_owned(),
            "--force".to_owned(),
            format!("--key-file={}", at("munge.key")),
            format!("--socket={}", at("munge.socket")),
            format!("--pid-file={}", at("munge.pid")),
            format!("--log-file={}", at("munge.log")),
            format!("--seed-file={}", at("munge.seed")),
        ];
        cluster.launch("munged", "munged", &munge);
        until("munge answers", || cluster.place.join("munge.socket").exists());
        cluster.launch("slurmctld", "slurmctld", &["-D".to_owned()]);
        for node in NODES {
            cluster.join(node);
        }
        until("both nodes are idle", || {
            cluster.ask("sinfo", &["-h", "-N", "-o", "%T"]).matches("idle").count() == 2
        });
        cluster
    }

    fn conf(&self) -> PathBuf {
        self.place.join("slurm.conf")
    }

    fn launch(&mut self, name: &'static str, program: &str, args: &[String]) {
        let log = std::fs::File::create(self.place.join(format!("{name}.out"))).expect("a log");
        let daemon = Command::new(program)
            .args(args)
            .env("SLURM_CONF", self.conf())
            .env("PATH", format!("{}:/usr/sbin:/sbin", std::env::var("PATH").unwrap_or_default()))
            .stdout(log.try_clone().expect("a log"))
            .stderr(log)
            .spawn()
            .unwrap_or_else(|error| {
                panic!("{program}: {error}; Debian's slurmctld, slurmd and munge have it")
            });
        self.daemons.insert(name, daemon);
    }

    /// Starts a node's daemon.
    fn join(&mut self, node: &'static str) {
        self.launch(node, "slurmd", &["-D".to_owned(), "-N".to_owned(), node.to_owned()]);
    }

    fn ask(&self, program: &str, args: &[&str]) -> String {
        let output = Command::new(program)
            .args(args)
            .env("SLURM_CONF", self.conf())
            .output()
            .expect("Slurm's commands");
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    /// Returns the processes of a node's tasks: those that run our program, or all.
    fn tasks(&self, node: &str, program: Option<&str>) -> Vec<u32> {
        let marks =
            [format!("SLURM_CONF={}", self.conf().display()), format!("SLURMD_NODENAME={node}")];
        let is_one = |pid: &u32| {
            let environment = std::fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
            let has = |mark: &String| {
                environment.split(|byte| *byte == 0).any(|entry| entry == mark.as_bytes())
            };
            let runs = |name: &str| {
                std::fs::read_link(format!("/proc/{pid}/exe"))
                    .is_ok_and(|exe| exe == Path::new(name))
            };
            marks.iter().all(has) && program.is_none_or(runs)
        };
        let processes = std::fs::read_dir("/proc").expect("processes").flatten();
        processes
            .filter_map(|entry| entry.file_name().to_str()?.parse().ok())
            .filter(is_one)
            .collect()
    }

    /// Simulates a power failure of a node: kills its daemon, tasks and their supervisors.
    fn cut_off(&mut self, node: &'static str) {
        let tasks = self.tasks(node, None);
        let minders = tasks.iter().filter_map(|pid| {
            let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
            stat.rsplit_once(')')?.1.split_whitespace().nth(1)?.parse::<u32>().ok()
        });
        let is_minder = |pid: &u32| {
            std::fs::read_link(format!("/proc/{pid}/exe"))
                .is_ok_and(|exe| exe.to_string_lossy().contains("slurmstepd"))
        };
        let minders: Vec<u32> = minders.filter(is_minder).collect();
        let mut daemon = self.daemons.remove(node).expect("it is there");
        daemon.kill().expect("kill -9");
        daemon.wait().expect("it ends");
        minders.into_iter().chain(tasks).for_each(kill);
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        self.ask("scancel", &["--state=RUNNING"]);
        self.ask("scancel", &["--state=PENDING"]);
        let begun = Instant::now();
        while !self.ask("squeue", &["-h"]).is_empty() && begun.elapsed() < Duration::from_secs(5) {
            std::thread::sleep(Duration::from_millis(100));
        }
        for daemon in self.daemons.values_mut() {
            let _ = daemon.kill();
            let _ = daemon.wait();
        }
    }
}

fn kill(pid: u32) {
    // It may have ended already.
    let _ = Command::new("kill").args(["-KILL", &pid.to_string()]).stderr(Stdio::null()).status();
}

#[track_caller]
fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < Duration::from_secs(120), "waited for two minutes until {what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

fn is_full() -> bool {
    std::env::var("QUARRY_SLURM").is_ok_and(|value| value == "full")
}

fn experiment(runs: usize) -> String {
    format!(
        "question = \"Who is best?\"\nruns = {runs}\nbudget = {{ evaluations = 30_000 }}\n\
         [[instances]]\nname = \"samegame/standard-0[12]\"\n\
         [[solvers]]\nname = \"iterative-sampling\"\n[[solvers]]\nname = \"annealing\"\n"
    )
}

#[test]
fn an_array_survives_kills_of_tasks_of_a_node_and_of_its_follower() {
    let (runs, kills) = if is_full() { (75, 3) } else { (8, 1) };
    let units = runs * 4;
    let folder = Folder::new();
    folder.write("experiment.toml", experiment(runs));
    let alone = folder.quarry(&["run", "experiment.toml", "--store", "alone.sqlite"]).ends_with(0);

    let mut cluster = Cluster::start(folder.path("slurm"));
    let results = folder.path("experiment.units/results");
    let done = || results.read_dir().map_or(0, Iterator::count);
    let follow = || {
        let args = ["run", "experiment.toml", "--on", "slurm", "--store", "cluster.sqlite"];
        let more = [
            "--out",
            "experiment.units",
            "--lease",
            "3",
            "--tasks",
            if is_full() { "30" } else { "4" },
        ];
        command(&folder.path(""), &[&args[..], &more].concat())
            .env("SLURM_CONF", cluster.conf())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the binary starts")
    };
    let begun = Instant::now();
    let mut follower = follow();
    let program = env!("CARGO_BIN_EXE_quarry");
    for kills in 1..=kills {
        let before = done();
        until("some units are done", || done() > before + 1);
        let mut victims = Vec::new();
        until("a task runs", || {
            victims = cluster.tasks("one", Some(program));
            !victims.is_empty()
        });
        eprintln!(
            "{:>5.1} s: kill {kills} of a task, at {} units",
            begun.elapsed().as_secs_f64(),
            done()
        );
        victims.into_iter().for_each(kill);
    }
    until("a quarter is done", || done() > units / 4);
    follower.kill().expect("kill -9");
    follower.wait().expect("it ends");
    let array =
        cluster.ask("squeue", &["-h", "-o", "%A"]).lines().next().unwrap_or_default().to_owned();
    eprintln!("{:>5.1} s: the follower of array {array} is killed", begun.elapsed().as_secs_f64());
    let follower = follow();
    until("half is done", || done() > units / 2);
    eprintln!("{:>5.1} s: a node is cut off", begun.elapsed().as_secs_f64());
    cluster.cut_off("two");
    until("the cluster notices", || {
        cluster.ask("sinfo", &["-h", "-N", "-o", "%N %T"]).contains("two down")
    });
    eprintln!("{:>5.1} s: the cluster has noticed; it comes back", begun.elapsed().as_secs_f64());
    cluster.join("two");

    let ran = Ran::of(follower.wait_with_output().expect("it ends")).ends_with(0);
    eprintln!(
        "{:>5.1} s: all {units} units are collected\n{}",
        begun.elapsed().as_secs_f64(),
        ran.err
    );
    assert_eq!(ran.out, alone.out);
    assert_eq!(stored(&folder.path("cluster.sqlite")).len(), units);
}

/// A training whose generations are arrays, and (in full) a race whose blocks are arrays, have the
/// same results as on this machine.
#[test]
fn trainings_and_races_come_to_the_same_on_a_cluster() {
    let folder = Folder::new();
    folder.write("game.toml", "puzzle = \"tetris\"\nwidth = 6\nheight = 8\nmax_pieces = 300\n");
    let cluster = Cluster::start(folder.path("slurm"));
    let on_slurm = |args: &[&str]| {
        let mut command =
            command(&folder.path(""), &[args, &["--on", "slurm", "--tasks", "2"]].concat());
        Ran::of(command.env("SLURM_CONF", cluster.conf()).output().expect("the binary starts"))
            .ends_with(0)
    };
    let train = [
        "train",
        "tetris-evolved",
        "game.toml",
        "--param",
        "population=4",
        "--param",
        "generations=2",
        "-o",
    ];
    folder.quarry(&[&train[..], &["here.toml"]].concat()).ends_with(0);
    on_slurm(&[&train[..], &["there.toml"]].concat());
    assert_eq!(folder.read("here.toml"), folder.read("there.toml"));

    if is_full() {
        let race = "question = \"Which?\"\nbudget = { evaluations = 300 }\n[race]\nmost = 80\n\
            [[instances]]\ngenerate = \"samegame\"\nparams = { rows = 6, columns = 6 }\ncount = 10\n\
            [[solvers]]\nname = \"beam\"\nparams = { width = [1, 2, 16] }\n";
        folder.write("race.toml", race);
        let here = folder.quarry(&["tune", "race.toml", "--store", "here.sqlite"]).ends_with(0);
        let there = on_slurm(&["tune", "race.toml", "--store", "there.sqlite"]);
        assert_eq!(here.out, there.out);
    }
}
