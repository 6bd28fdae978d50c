import type { Figure, Unit } from "../result.js";
import type { Measure } from "../workloads/measure.js";

/** Gathers values round by round. */
export class Figures {
  readonly #figures = new Map<string, Gathered>();

  add(workload: string, who: string, unit: Unit, ...values: readonly number[]): void {
    this.#of(workload, who, unit).values.push(...values);
  }

  addRate(workload: string, who: string, measure: Measure): void {
    const figure = this.#of(workload, who, "tasks/s");
    figure.values.push(measure.tasksPerSecond);
    figure.clientCpu ??= [];
    figure.serverCpu ??= [];
    figure.clientCpu.push(measure.clientCpu);
    figure.serverCpu.push(measure.serverCpu);
  }

  list(): Figure[] {
    return [...this.#figures.values()].map(rounded);
  }

  #of(workload: string, who: string, unit: Unit): Gathered {
    const key = `${workload}\n${who}`;
    const figure = this.#figures.get(key) ?? { workload, who, unit, values: [] };
    this.#figures.set(key, figure);
    return figure;
  }
}

interface Gathered {
  workload: string;
  who: string;
  unit: Unit;
  values: number[];
  clientCpu?: number[];
  serverCpu?: number[];
}

function rounded(figure: Gathered): Figure {
  const short = (values: readonly number[]) => values.map((value) => Number(value.toPrecision(5)));
  return {
    ...figure,
    values: short(figure.values),
    ...(figure.clientCpu && { clientCpu: short(figure.clientCpu) }),
    ...(figure.serverCpu && { serverCpu: short(figure.serverCpu) }),
  };
}
