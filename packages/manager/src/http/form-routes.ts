import { json } from "./answer.js";
import { queryOf, queueNumIn } from "./parameters.js";
import { namesOf, type ReadDeps } from "./read-routes.js";
import type { Route } from "./route.js";

/** What may be put, by the contract: for whoever draws a form. */
export function formRoutes(deps: Pick<ReadDeps, "manager" | "payloads">): Route[] {
  const forms = deps.payloads?.forms ?? [];
  const byNum = new Map(forms.map((form) => [form.queueNum, form]));
  return [
    {
      method: "GET",
      path: "/api/v1/forms",
      access: "viewer",
      answer({ url }) {
        queryOf(url, []);
        return json({ forms: forms.map((form) => ({ kind: "fields", ...form })) });
      },
    },
    {
      method: "GET",
      path: "/api/v1/queues/:num/form",
      access: "viewer",
      answer({ url, path }) {
        queryOf(url, []);
        const queueNum = queueNumIn(path);
        const form = byNum.get(queueNum);
        if (form !== undefined) return json({ kind: "fields", ...form });
        // Not a 404: bytes can be put there, whether or not the queue has ever had a task.
        return json({ kind: "bytes", queueNum, name: namesOf(deps)(queueNum) });
      },
    },
  ];
}
