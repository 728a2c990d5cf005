// Maps JSON schemas to kinds of controls. No other file reads schemas, and new algorithms need no
// change here.

/**
 * The value that means "not set": `null`, a word like `auto`, or no value at all.
 * @typedef {{value: unknown, label: string, isDefault?: boolean}} None
 */

/**
 * The parameter that "not set" stands for: a word like `auto` that is not the default is a value of
 * its own, otherwise the parameter is left out.
 * @param {None | null} none
 */
export function unset(none) {
  return none?.isDefault ? undefined : (none?.value ?? undefined);
}

/** @typedef {{value: unknown, label: string, help: string}} Option */

/**
 * @typedef {{none: None | null} & (
 *   | {kind: "number", min: number, max: number, whole: boolean}
 *   | {kind: "choice", options: Option[]}
 *   | {kind: "switch"}
 *   | {kind: "text", long: boolean, max: number, examples: string[]}
 *   | {kind: "loose", hint: string}
 *   | {kind: "set", options: number[]}
 *   | {kind: "tuple", items: Schema[]}
 *   | {kind: "list", item: Schema, max: number}
 *   | {kind: "object", fields: Record<string, Schema>, required: string[]}
 *   | {kind: "any"}
 * )} Shape
 */

import { humanize } from "../format.js";

/** Maximum number of options in a row of buttons. */
const MAX_CHIPS = 16;
/** Longer texts get a field of several lines. */
const MAX_LINE_LENGTH = 200;

/** Resolves a reference. @param {Schema} schema @param {Schema} root @returns {Schema} */
function resolved(schema, root) {
  const name = schema.$ref?.startsWith("#/$defs/") ? schema.$ref.slice("#/$defs/".length) : null;
  const found = name ? root.$defs?.[name] : undefined;
  return found ? { ...found, ...schema, $ref: undefined } : schema;
}

/** The default value. @param {Schema} schema */
export function defaultOf(schema) {
  return schema.default;
}

/** @param {Schema} schema @returns {string[]} */
function typesOf(schema) {
  return Array.isArray(schema.type) ? schema.type : schema.type ? [schema.type] : [];
}

/** @param {Schema} schema */
function isNull(schema) {
  return schema.type === "null" || schema.const === null;
}

/**
 * The options of a schema with a fixed list of values, or `null`.
 * @param {Schema} schema
 * @returns {Option[] | null}
 */
function optionsOf(schema) {
  if (schema.enum) return schema.enum.filter((value) => value !== null).map((value) => option(value, ""));
  const parts = schema.oneOf ?? schema.anyOf;
  if (!parts?.length || !parts.every((part) => part.const !== undefined || part.enum)) return null;
  return parts
    .filter((part) => !isNull(part))
    .flatMap((part) => (part.enum ?? [part.const]).map((value) => option(value, part.description ?? "")));
}

/** @param {unknown} value @param {string} help @returns {Option} */
function option(value, help) {
  return { value, label: typeof value === "string" ? humanize(value) : String(value), help };
}

/**
 * The kind of control for a schema.
 * @param {Schema} given
 * @param {Schema} [root]
 * @returns {Shape}
 */
export function shapeOf(given, root = given) {
  const schema = resolved(given, root);
  const types = typesOf(schema);
  /** @type {None | null} */
  const none =
    types.includes("null") || (schema.enum ?? []).includes(null)
      ? { value: null, label: "Auto" }
      : schema.default === undefined
        ? { value: undefined, label: "Auto" }
        : null;

  const options = optionsOf(schema);
  if (options) return { kind: "choice", options, none };
  const parts = (schema.anyOf ?? schema.oneOf ?? []).map((part) => resolved(part, root));
  if (parts.length > 0) return shapeOfParts(parts, schema, root, none);

  const type = types.find((name) => name !== "null");
  if (type === "boolean") return { kind: "switch", none: null };
  if ((type === "integer" || type === "number") && schema.minimum !== undefined && schema.maximum !== undefined) {
    return { kind: "number", min: schema.minimum, max: schema.maximum, whole: type === "integer", none };
  }
  if (type === "integer" || type === "number") return { kind: "loose", hint: "A number", none };
  if (type === "string") {
    const max = schema.maxLength ?? 1000;
    const examples = (schema.examples ?? [])
      .filter((example) => typeof example === "string" && example !== "")
      .map(String);
    return { kind: "text", long: max > MAX_LINE_LENGTH, max, examples, none };
  }
  if (type === "array") return shapeOfArray(schema, root, none);
  if (type === "object" && schema.properties) {
    return {
      kind: "object",
      fields: Object.fromEntries(
        Object.entries(schema.properties).map(([name, field]) => [name, resolved(field, root)]),
      ),
      required: schema.required ?? [],
      none,
    };
  }
  return { kind: "any", none };
}

/**
 * The kind of control for a value with alternatives.
 * @param {Schema[]} parts
 * @param {Schema} schema
 * @param {Schema} root
 * @param {None | null} none
 * @returns {Shape}
 */
function shapeOfParts(parts, schema, root, none) {
  const absent = parts.find(isNull);
  const single = parts.filter((part) => part.const !== undefined && !isNull(part));
  const rest = parts.filter((part) => !isNull(part) && part.const === undefined);
  if (rest.length === 1 && single.length <= 1) {
    const inner = shapeOf(rest[0], root);
    if (absent && inner.none && inner.none.value !== null && "min" in inner) {
      // A number, a word of its own and nothing at all: three kinds of values in one text field.
      const hint = `${inner.min} to ${inner.max}, or "${inner.none.value}"`;
      return { kind: "loose", hint, none: { value: null, label: `none, ${hint}` } };
    }
    if (single.length === 1) {
      const { const: value } = single[0];
      return { ...inner, none: { value, label: humanize(String(value)), isDefault: value === schema.default } };
    }
    return { ...inner, none: absent ? { value: null, label: "Auto" } : none };
  }
  const flat = rest.flatMap((part) => optionsOf(part) ?? []);
  if (rest.every((part) => optionsOf(part))) {
    return {
      kind: "choice",
      options: [...single.map((part) => option(part.const, part.description ?? "")), ...flat],
      none: absent ? { value: null, label: "Auto" } : none,
    };
  }
  const simple = [...rest, ...single].every(
    (part) => part.const !== undefined || typesOf(part).every((type) => ["integer", "number", "string"].includes(type)),
  );
  if (simple) {
    const hint = [
      ...rest.map((part) => part.description ?? (typesOf(part)[0] === "string" ? "text" : "a number")),
      ...single.map((part) => `"${part.const}"`),
    ].join(", or ");
    return { kind: "loose", hint, none: absent ? { value: null, label: "Auto" } : none };
  }
  return {
    kind: "any",
    none: absent
      ? { value: null, label: "Auto" }
      : (none ?? (schema.default === undefined ? { value: undefined, label: "Auto" } : null)),
  };
}

/** @param {Schema} schema @param {Schema} root @param {None | null} none @returns {Shape} */
function shapeOfArray(schema, root, none) {
  if (schema.prefixItems) return { kind: "tuple", items: schema.prefixItems.map((item) => resolved(item, root)), none };
  if (!schema.items) return { kind: "any", none };
  const item = resolved(schema.items, root);
  if (schema.minItems !== undefined && schema.minItems === schema.maxItems)
    return { kind: "tuple", items: new Array(schema.minItems).fill(item), none };
  const { minimum, maximum } = item;
  if (
    schema.uniqueItems &&
    item.type === "integer" &&
    minimum !== undefined &&
    maximum !== undefined &&
    maximum - minimum < MAX_CHIPS
  ) {
    return { kind: "set", options: Array.from({ length: maximum - minimum + 1 }, (_, index) => minimum + index), none };
  }
  return { kind: "list", item, max: schema.maxItems ?? 1000, none };
}

/**
 * Whether the range is so wide that the slider is logarithmic.
 * @param {number} min
 * @param {number} max
 */
export function isWide(min, max) {
  return min >= 0 && max / Math.max(min, 1) > 200;
}
