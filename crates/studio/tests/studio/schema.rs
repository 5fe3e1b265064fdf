//! Checks values against schemas, for the features that our own document uses: types, properties,
//! items, enumerations, references, alternatives.

use serde_json::Value;

/// Returns what is wrong with a value, and where; `None` if it fits.
pub(crate) fn misfit(document: &Value, schema: &Value, value: &Value, at: &str) -> Option<String> {
    if let Some(name) = schema["$ref"].as_str() {
        let name = name.rsplit('/').next().unwrap_or_default();
        let schema = &document["components"]["schemas"][name];
        assert!(schema.is_object(), "there is no schema {name}");
        return misfit(document, schema, value, at);
    }
    if let Some(ways) = schema["oneOf"].as_array() {
        let misfits: Vec<String> =
            ways.iter().filter_map(|way| misfit(document, way, value, at)).collect();
        return (misfits.len() == ways.len()).then(|| misfits.join("; or "));
    }
    let types: Vec<&str> = match &schema["type"] {
        Value::String(only) => vec![only],
        Value::Array(several) => several.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    };
    if !types.is_empty() && !types.iter().any(|name| is_a(name, value)) {
        return Some(format!("{at}: expected {}, found {value}", types.join(" or ")));
    }
    if let Some(words) = schema["enum"].as_array()
        && !words.contains(value)
    {
        return Some(format!("{at}: expected one of {words:?}, found {value}"));
    }
    if let (Some(object), Some(properties)) = (value.as_object(), schema["properties"].as_object())
    {
        let required =
            schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
        if let Some(missing) = required.into_iter().find(|name| !object.contains_key(*name)) {
            return Some(format!("{at}: {missing} is missing"));
        }
        return object.iter().find_map(|(name, value)| match properties.get(name) {
            Some(schema) => misfit(document, schema, value, &format!("{at}.{name}")),
            None => Some(format!("{at}: {name} is not described")),
        });
    }
    if let Some(list) = value.as_array() {
        let length = list.len() as u64;
        if schema["minItems"].as_u64().is_some_and(|least| length < least)
            || schema["maxItems"].as_u64().is_some_and(|most| length > most)
        {
            return Some(format!("{at}: {length} items"));
        }
        let each =
            |(index, item)| misfit(document, &schema["items"], item, &format!("{at}[{index}]"));
        return list.iter().enumerate().find_map(each);
    }
    None
}

fn is_a(name: &str, value: &Value) -> bool {
    match name {
        "string" => value.is_string(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "boolean" => value.is_boolean(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        "null" => value.is_null(),
        other => panic!("an unknown type {other}"),
    }
}

#[test]
fn what_does_not_fit_is_named() {
    let document = serde_json::json!({"components": {"schemas": {"N": {"type": "integer"}}}});
    let schema = serde_json::json!({"type": "object", "properties": {"a": {"$ref": "#/components/schemas/N"},
        "b": {"type": ["array", "null"], "items": {"type": "string"}, "maxItems": 1}}, "required": ["a"]});
    let check = |value: Value| misfit(&document, &schema, &value, "it");
    assert_eq!(check(serde_json::json!({"a": 1, "b": null})), None);
    assert_eq!(check(serde_json::json!({"a": 1, "b": ["x"]})), None);
    for (value, wrong) in [
        (serde_json::json!({"b": null}), "it: a is missing"),
        (serde_json::json!({"a": "1"}), "it.a: expected integer, found \"1\""),
        (serde_json::json!({"a": 1, "b": [1]}), "it.b[0]: expected string, found 1"),
        (serde_json::json!({"a": 1, "b": ["x", "y"]}), "it.b: 2 items"),
        (serde_json::json!({"a": 1, "c": 1}), "it: c is not described"),
    ] {
        assert_eq!(check(value).as_deref(), Some(wrong));
    }
}
