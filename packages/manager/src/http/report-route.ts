import { reportOf } from "../link/wire.js";
import type { Manager } from "../manager.js";
import { HttpProblem, json } from "./answer.js";
import { queryOf } from "./parameters.js";
import { readJsonObject } from "./request-body.js";
import type { Route } from "./route.js";

/** A report with tens of thousands of queues. */
const REPORT_LIMIT = 4 * 1024 * 1024;
const MOST_WORKERS = 10_000;

/** Workers report here once a second and get their plan in the answer. */
export function reportRoute(manager: Manager): Route {
  return {
    method: "POST",
    path: "/api/v1/reports",
    access: "worker",
    async answer({ request, url }) {
      queryOf(url, []);
      const report = checkedReport(await readJsonObject(request, REPORT_LIMIT));
      const { workers } = manager.view();
      const known = workers.some((worker) => worker.report.instance === report.instance);
      if (!known && workers.length >= MOST_WORKERS)
        throw new HttpProblem(503, `This Manager has ${MOST_WORKERS} workers and takes no more.`);
      const plan = await manager.exchange(report);
      return json({ leading: manager.view().leading, plan });
    },
  };
}

function checkedReport(body: unknown) {
  try {
    return reportOf(body);
  } catch (error) {
    throw new HttpProblem(400, `This is no report: ${(error as Error).message}.`);
  }
}
