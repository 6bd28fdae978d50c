import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { recordingLogger } from "../../test/config/recording-logger.js";
import { combineConfig } from "./combine-config.js";
import { environmentConfig } from "./environment-config.js";
import { objectConfig } from "./object-config.js";

/** How often a listener was called. */
function counter() {
  const count = { calls: 0, listener: () => void count.calls++ };
  return count;
}

describe("objectConfig", () => {
  it("reads nested trees, flat paths and mixtures of both", () => {
    const config = objectConfig({
      mailer: { worker: { max: 4, on: true, list: [1, "a"], none: null } },
      "/mailer/worker/queue": { main: "text" },
    });
    expect(config.get("/mailer/worker/max")).toBe("4");
    expect(config.get("mailer/worker/on")).toBe("true");
    expect(config.get("//mailer/worker/list/")).toBe('[1,"a"]');
    expect(config.get("/mailer/worker/none")).toBeUndefined();
    expect(config.get("/mailer/worker/queue/main")).toBe("text");
    expect(config.get("/mailer/worker")).toBeUndefined();
    expect(config.get("/constructor")).toBeUndefined();
  });

  it("refuses a tree that gives one path twice", () => {
    expect(() => objectConfig({ a: { b: 1 }, "/a/b": 2 })).toThrow(
      "[CONFIG] the initial config object gives /a/b twice",
    );
  });

  it("calls listeners of prefixes under which a value really changed", () => {
    const config = objectConfig({ "/a/b": "1" });
    const [under, exact, beside, root] = [counter(), counter(), counter(), counter()];
    config.subscribe("/a", under.listener);
    config.subscribe("a/b/", exact.listener);
    config.subscribe("/a/bc", beside.listener);
    config.subscribe("/", root.listener);
    config.set("/a/b", 2);
    config.set("/a/b", "2");
    config.set("/ab", "other");
    config.set("/a/b", undefined);
    config.set("/a/b", undefined);
    expect([under, exact, beside, root].map(({ calls }) => calls)).toEqual([2, 2, 0, 3]);
  });

  it("ends one subscription of a listener that has two, once", () => {
    const config = objectConfig();
    const twice = counter();
    const end = config.subscribe("/", twice.listener);
    config.subscribe("/", twice.listener);
    end();
    end();
    config.set("/a", "1");
    expect(twice.calls).toBe(1);
  });

  it("logs a listener that throws and calls the others", () => {
    const logger = recordingLogger();
    const config = objectConfig({}, { logger });
    const later = counter();
    config.subscribe("/a", () => {
      throw new Error("listener");
    });
    config.subscribe("/a", later.listener);
    config.set("/a", "1");
    expect(later.calls).toBe(1);
    expect(logger.messages("error")).toEqual(["config listener failed"]);
  });

  it("leaves out a listener whose subscription another listener has just ended", () => {
    const config = objectConfig();
    const second = counter();
    config.subscribe("/", () => end());
    const end = config.subscribe("/", second.listener);
    config.set("/a", "1");
    expect(second.calls).toBe(0);
  });

  it("answers with what was set last, whatever the order of sets and removals", () => {
    const path = fc.constantFrom("/a", "/a/b", "b/c", "/b/c/");
    const value = fc.option(fc.string(), { nil: undefined });
    fc.assert(
      fc.property(fc.array(fc.tuple(path, value)), (steps) => {
        const config = objectConfig();
        const model = new Map<string, string | undefined>();
        for (const [at, to] of steps) {
          const canonical = at === "/b/c/" ? "b/c" : at;
          const watched = counter();
          const end = config.subscribe(at, watched.listener);
          config.set(at, to);
          end();
          expect(watched.calls).toBe(model.get(canonical) === to ? 0 : 1);
          model.set(canonical, to);
          for (const [known, expected] of model) expect(config.get(known)).toBe(expected);
        }
      }),
    );
  });
});

describe("environmentConfig", () => {
  it("reads a path from the variable with its steps joined by two underscores", () => {
    const config = environmentConfig({ OC_mailer__worker__queue__main__max_processors: "4" });
    expect(config.get("/mailer/worker/queue/main/max_processors")).toBe("4");
    expect(config.get("/mailer/worker/queue/main")).toBeUndefined();
    expect(config.get("/Mailer/worker/queue/main/max_processors")).toBeUndefined();
  });

  it("reads characters that variable names cannot hold as underscores, the exact name first", () => {
    const env = {
      OC_my_mailer__a: "folded",
      "OC_my-mailer__b": "exact",
      OC_my_mailer__b: "folded",
    };
    const config = environmentConfig(env);
    expect(config.get("/my-mailer/a")).toBe("folded");
    expect(config.get("/my.mailer/a")).toBe("folded");
    expect(config.get("/my😀mailer/a")).toBe("folded");
    expect(config.get("/my-mailer/b")).toBe("exact");
  });

  it("takes another prefix, keeps empty values and knows no inherited names", () => {
    const config = environmentConfig({ a__b: "", OC_a__c: "1" }, { prefix: "" });
    expect(config.get("/a/b")).toBe("");
    expect(config.get("/a/c")).toBeUndefined();
    expect(config.get("/toString")).toBeUndefined();
  });

  it("is a copy of the environment: later changes are neither seen nor reported", () => {
    const env = { OC_a: "1" };
    const config = environmentConfig(env);
    const watched = counter();
    config.subscribe("/", watched.listener)();
    env.OC_a = "2";
    expect(config.get("/a")).toBe("1");
    expect(watched.calls).toBe(0);
  });
});

describe("combineConfig", () => {
  it("takes each value from the first source that has one, an empty one included", () => {
    const first = objectConfig({ a: "1", empty: "" });
    const second = objectConfig({ a: "2", b: "2", empty: "2" });
    const config = combineConfig(first, second);
    expect(["a", "b", "c", "empty"].map(config.get)).toEqual(["1", "2", undefined, ""]);
    first.set("a", undefined);
    expect(config.get("a")).toBe("2");
  });

  it("passes on the changes of all sources until the subscription ends", () => {
    const sources = [objectConfig(), objectConfig()] as const;
    const watched = counter();
    const end = combineConfig(...sources).subscribe("/a", watched.listener);
    for (const source of sources) source.set("/a", "1");
    end();
    for (const source of sources) source.set("/a", "2");
    expect(watched.calls).toBe(2);
  });
});
