"""Answers about JavaScript and TypeScript files."""

from __future__ import annotations

from answer_cases import Bad, Good, fenced

JS = """\
import fs from "fs";

const LIMIT = 3; // at most

/** Adds two numbers. */
export function add(a, b) {
  return a - b; // wrong
}

const sub = (a, b) => a - b;

export default class Box {
  #depth = 3;

  constructor(width) {
    this.width = width; // kept
  }

  // Width times depth.
  area() {
    return this.width + this.#depth;
  }

  get size() { return this.width; }
  set size(value) { this.width = value; }
}

exports.mul = function (a, b) { return a + b; };
"""
TS = """\
interface Item {
  price: number;
}

export type Rate = number;

export class Cart {
  private items: Item[] = [];

  total(rate: Rate): number {
    return this.items.length * rate;
  }
}

export const vat = (net: number): number => net;
"""
FILES = {"src/sums.js": JS}
TYPED = {"src/cart.ts": TS}
ADDED = {"src/sums.js": JS.replace("a - b; // wrong", "a + b;")}
AREA = {"src/sums.js": JS.replace("this.width + this.#depth", "this.width * this.#depth")}
VAT = {"src/cart.ts": TS.replace("=> net;", "=> net * 2;")}
TOTAL = "    return this.items.reduce((sum, item) => sum + item.price, 0) * rate;"
TOTALLED = {"src/cart.ts": TS.replace("    return this.items.length * rate;", TOTAL)}


def js(code: str) -> str:
    return fenced(code, "javascript")


CASES = {
    "a function": Good(js("function add(a, b) {\n  return a + b;\n}\n"), ADDED, FILES),
    "an exported function": Good(
        js("export function add(a, b) {\n  return a + b;\n}\n"), ADDED, FILES
    ),
    "an example call is left out": Good(
        js("function add(a, b) {\n  return a + b;\n}\n\nconsole.log(add(1, 2));\n"), ADDED, FILES
    ),
    "an arrow function": Good(
        js("const sub = (a, b) => b - a;\n"),
        {"src/sums.js": JS.replace("=> a - b", "=> b - a")},
        FILES,
    ),
    "a method in its class": Good(
        js("class Box {\n  area() {\n    return this.width * this.#depth;\n  }\n}\n"), AREA, FILES
    ),
    "a method without its class": Good(
        js("area() {\n  return this.width * this.#depth;\n}\n"), AREA, FILES
    ),
    "elided methods are kept": Good(
        js(
            "export default class Box {\n  // ... other methods ...\n\n  area() {\n"
            "    return this.width * this.#depth;\n  }\n}\n"
        ),
        AREA,
        FILES,
    ),
    "a setter beside its getter": Good(
        js("set size(value) { this.width = value * 2; }\n"),
        {"src/sums.js": JS.replace("{ this.width = value; }", "{ this.width = value * 2; }")},
        FILES,
    ),
    "a constant": Good(
        js("const LIMIT = 4;\n"), {"src/sums.js": JS.replace("LIMIT = 3", "LIMIT = 4")}, FILES
    ),
    "a function of the exports": Good(
        js("exports.mul = function (a, b) { return a * b; };\n"),
        {"src/sums.js": JS.replace("{ return a + b; };", "{ return a * b; };")},
        FILES,
    ),
    "a new import and a helper": Good(
        js(
            "import path from 'path';\n\nfunction one() { return 1; }\n\n"
            "function add(a, b) {\n  return a + b;\n}\n"
        ),
        {
            "src/sums.js": ADDED["src/sums.js"]
            .replace('"fs";\n', "\"fs\";\nimport path from 'path';\n")
            .replace("/** Adds", "function one() { return 1; }\n\n/** Adds")
        },
        FILES,
    ),
    "a new method": Good(
        js("class Box {\n  half() { return this.width / 2; }\n}\n"),
        {
            "src/sums.js": JS.replace(
                "= value; }\n", "= value; }\n\n  half() { return this.width / 2; }\n"
            )
        },
        FILES,
    ),
    "windows line ends": Good(
        js("function add(a, b) {\n  return a + b;\n}\n"),
        {"src/sums.js": ADDED["src/sums.js"].replace("\n", "\r\n")},
        {"src/sums.js": JS.replace("\n", "\r\n")},
    ),
    "the whole file": Good(fenced(ADDED["src/sums.js"], "js src/sums.js"), ADDED, FILES),
    "a typed arrow function": Good(
        fenced("export const vat = (net: number): number => net * 2;\n", "ts"), VAT, TYPED
    ),
    "a typed method": Good(
        fenced(f"class Cart {{\n  total(rate: Rate): number {{\n{TOTAL}\n  }}\n}}\n", "typescript"),
        TOTALLED,
        TYPED,
    ),
    "an interface": Good(
        fenced("interface Item {\n  price: number;\n  count: number;\n}\n", "ts"),
        {"src/cart.ts": TS.replace("price: number;\n", "price: number;\n  count: number;\n")},
        TYPED,
    ),
    "a type": Good(
        fenced("export type Rate = 1 | 2;\n", "ts"),
        {"src/cart.ts": TS.replace("Rate = number", "Rate = 1 | 2")},
        TYPED,
    ),
    "a diff": Good(
        fenced(
            "--- a/src/cart.ts\n+++ b/src/cart.ts\n@@ -9,4 +9,4 @@\n"
            "   total(rate: Rate): number {\n-    return this.items.length * rate;\n"
            f"+{TOTAL}\n   }}\n }}\n",
            "diff",
        ),
        TOTALLED,
        TYPED,
    ),
    "a search block": Good(
        "src/cart.ts\n<<<<<<< SEARCH\n    return this.items.length * rate;\n=======\n"
        f"{TOTAL}\n>>>>>>> REPLACE\n",
        TOTALLED,
        TYPED,
    ),
    "a new module": Good(
        fenced("export const a = () => 1;\n", "js src/a.js"),
        {"src/a.js": "export const a = () => 1;\n"},
        FILES,
    ),
    "a broken file is replaced whole": Good(
        js("function a() {\n  return 1;\n}\n"),
        {"a.js": "function a() {\n  return 1;\n}\n"},
        {"a.js": "function a( {\n  return 1;\n}\n"},
    ),
    "an elision inside a function": Bad(
        js("function add(a, b) {\n  // ... existing code ...\n  return a + b;\n}\n"),
        "leaves code out",
        FILES,
    ),
    "an elision inside a method": Bad(
        js("class Box {\n  area() {\n    // ...\n    return 1;\n  }\n}\n"), "leaves code out", FILES
    ),
    "a syntax error": Bad(
        fenced("function add(a, b) {\n  return a +;\n}\n", "js src/sums.js"),
        "does not parse",
        FILES,
    ),
    "another function": Bad(
        fenced("function plus(a, b) { return a; }\n", "js src/sums.js"),
        "none of the functions",
        FILES,
    ),
    "a method that two classes have": Bad(
        js("go() {\n  return 2;\n}\n"),
        "Several classes",
        {"a.js": "class A { go() { return 1; } }\nclass B { go() { return 1; } }\n"},
        ("a.js",),
    ),
    "the code as it is": Bad(js("const sub = (a, b) => a - b;\n"), "does not change", FILES),
}
