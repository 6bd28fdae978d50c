import { OURS } from "../line-up.js";
import { figureOf, median, type Result } from "../result.js";
import { show } from "./report.js";

const SHOWN = ["drain", "bulk put by 100", "single puts", "drain, handlers of 1 ms"];
const [WIDTH, LINE, LEFT, BARS] = [760, 22, 180, 440];

/** Rates as bars, one panel a workload: an SVG. */
export function picture(result: Result): string {
  const lines: string[] = [];
  let y = 10;
  for (const workload of SHOWN) {
    const bars = result.figures
      .filter((figure) => figure.workload === workload)
      .map(({ who, values }) => ({ who, rate: median(values) }))
      .toSorted((a, b) => b.rate - a.rate);
    const most = bars[0]?.rate;
    if (most === undefined || figureOf(result, workload, OURS) === undefined) continue;
    y += LINE;
    lines.push(`<text x="10" y="${y}" font-weight="bold">${workload}, tasks a second</text>`);
    for (const { who, rate } of bars) {
      y += LINE;
      const width = Math.max(1, Math.round((BARS * rate) / most));
      const colour = who === OURS ? "#1f6feb" : "#9aa4b2";
      lines.push(
        `<text x="${LEFT - 8}" y="${y}" text-anchor="end">${who}</text>`,
        `<rect x="${LEFT}" y="${y - 13}" width="${width}" height="16" fill="${colour}"/>`,
        `<text x="${LEFT + width + 6}" y="${y}">${show(rate)}</text>`,
      );
    }
    y += 10;
  }
  const height = y + LINE;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" font-family="sans-serif" font-size="13">`,
    `<rect width="${WIDTH}" height="${height}" fill="white"/>`,
    ...lines,
    "</svg>\n",
  ].join("\n");
}
