// tap.mjs: test points as lines that tests/run.py counts.
//
//   check("what holds", value, "what to say if not")    one point
//   same("what is equal", found, wanted)                 one point, compared as JSON
//   test("what is tried", async () => { ... })           a group: an exception in it is a failed point
//   onFailure(async () => "how things stand")            what is said beside such an exception
//   plan()                                               the last line; the status of the program

let count = 0;
let failed = 0;
let around = async () => "";

// What is said beside an exception that ends a test: `look` tells how things stand then.
export function onFailure(look) {
  around = look;
}

export function check(name, holds, detail = "") {
  count += 1;
  if (!holds) failed += 1;
  console.log(`${holds ? "ok" : "not ok"} ${count} - ${name.replaceAll("#", "no. ")}`);
  if (!holds && detail !== "") console.log(comment(detail));
  return Boolean(holds);
}

export function same(name, found, wanted) {
  const [a, b] = [found, wanted].map((value) => JSON.stringify(value));
  return check(name, a === b, `found  ${a}\nwanted ${b}`);
}

export async function test(name, body) {
  const begun = performance.now();
  try {
    await body();
  } catch (error) {
    check(`${name}: to its end`, false, `${error?.stack ?? error}\n${await around().catch(String)}`);
  }
  console.log(`# ${name}: ${((performance.now() - begun) / 1000).toFixed(1)} s`);
}

export function plan() {
  console.log(`1..${count}`);
  return failed === 0 ? 0 : 1;
}

function comment(detail) {
  const text = typeof detail === "string" ? detail : JSON.stringify(detail, null, 1) ?? String(detail);
  return text.slice(0, 4000).replace(/^/gm, "# ");
}
