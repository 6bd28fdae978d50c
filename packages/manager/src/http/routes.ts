import type { Registry } from "prom-client";
import type { Manager } from "../manager.js";
import { type Answer, json } from "./answer.js";
import { changeRoutes } from "./change-routes.js";
import type { EventStream } from "./events.js";
import { formRoutes } from "./form-routes.js";
import { type ReadDeps, readRoutes } from "./read-routes.js";
import { reportRoute } from "./report-route.js";
import type { Route } from "./route.js";

export interface RoutesDeps extends ReadDeps {
  readonly registry: Registry;
  readonly events: EventStream;
}

/** Everything that is served. */
export function managerRoutes(deps: RoutesDeps): Route[] {
  return [
    ...healthRoutes(deps.manager),
    metricsRoute(deps.registry),
    ...readRoutes(deps),
    ...formRoutes(deps),
    ...changeRoutes(deps),
    reportRoute(deps.manager),
    deps.events.route(),
  ];
}

function healthRoutes(manager: Manager): Route[] {
  const ready = (): Answer => {
    const { storageError, leading, leader } = manager.view();
    const fine = storageError === null && leader !== null;
    return json(
      { ready: fine, leading, storage: storageError === null ? "ok" : "out of reach" },
      fine ? 200 : 503,
    );
  };
  return [
    { method: "GET", path: "/healthz", access: "anyone", answer: () => json({ status: "ok" }) },
    { method: "GET", path: "/readyz", access: "anyone", answer: ready },
  ];
}

function metricsRoute(registry: Registry): Route {
  return {
    method: "GET",
    path: "/metrics",
    access: "viewer",
    answer: async () => ({
      status: 200,
      type: registry.contentType,
      text: await registry.metrics(),
    }),
  };
}
