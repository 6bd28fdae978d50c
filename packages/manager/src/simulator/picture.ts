import { type Figures, type Study, WAIT_STEPS } from "./study.js";

const PANEL = { width: 340, height: 230, left: 46, top: 34, right: 10, bottom: 34 };
const COLUMNS = 3;
const LEGEND_HEIGHT = 46;
/** Distinguishable for the colour-blind (Okabe and Ito), and each with its own dashes as well. */
const STYLES = [
  { colour: "#000000", dash: "2 2", width: 1.8 },
  // Broad, so that it is seen below a line that is the same.
  { colour: "#d55e00", dash: "", width: 5 },
  { colour: "#0072b2", dash: "", width: 1.8 },
  { colour: "#56b4e9", dash: "5 3", width: 1.8 },
  { colour: "#009e73", dash: "", width: 1.8 },
  { colour: "#cc79a7", dash: "7 3", width: 1.8 },
] as const;
/** The smallest share drawn. */
const LEAST_SHARE = 1e-4;
const LONGEST = WAIT_STEPS.at(-1) ?? 1;
const SHORTEST = WAIT_STEPS[0] ?? 1;

/** Per workload and policy: which share of the tasks waited for longer than a time. An SVG file. */
export function pictureOf(studies: readonly Study[]): string {
  const rows = Math.ceil(studies.length / COLUMNS);
  const width = PANEL.width * COLUMNS;
  const height = PANEL.height * rows + LEGEND_HEIGHT;
  const panels = studies.map((study, i) => {
    const x = (i % COLUMNS) * PANEL.width;
    const y = LEGEND_HEIGHT + Math.floor(i / COLUMNS) * PANEL.height;
    return `<g transform="translate(${x} ${y})">${panel(study)}</g>`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="11">`,
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    legend(studies[0]?.figures ?? []),
    ...panels,
    "</svg>\n",
  ].join("\n");
}

function legend(figures: readonly Figures[]): string {
  const title = `<text x="10" y="16" font-size="13">Share of tasks that waited for longer, by time in target delays</text>`;
  const entries = figures.map(({ policy }, i) => {
    const x = 10 + i * 150;
    return `${line(`M${x} 32h24`, i)}<text x="${x + 30}" y="36">${escaped(policy)}</text>`;
  });
  return [title, ...entries].join("\n");
}

function panel({ workload, figures }: Study): string {
  const { width, height, left, top, right, bottom } = PANEL;
  const ticks: string[] = [
    `<text x="${left}" y="${top - 10}" font-weight="bold">${escaped(workload.name)}</text>`,
    `<rect x="${left}" y="${top}" width="${width - left - right}" height="${height - top - bottom}" fill="none" stroke="#999999"/>`,
  ];
  for (const wait of [0.001, 0.01, 0.1, 1, 10, 100]) {
    const x = xOf(wait);
    const grid = `<path d="M${x} ${top}V${height - bottom}" stroke="${wait === 1 ? "#cc0000" : "#eeeeee"}"/>`;
    ticks.push(
      grid,
      `<text x="${x}" y="${height - bottom + 14}" text-anchor="middle">${wait}</text>`,
    );
  }
  for (const [share, label] of [
    [1, "100 %"],
    [0.01, "1 %"],
    [LEAST_SHARE, "0.01 %"],
  ] as const)
    ticks.push(`<text x="${left - 4}" y="${yOf(share) + 4}" text-anchor="end">${label}</text>`);
  return [...ticks, ...figures.map(curve)].join("\n");
}

function curve({ longerThan }: Figures, index: number): string {
  const points: string[] = [];
  for (const [i, wait] of WAIT_STEPS.entries()) {
    const share = longerThan[i] ?? 0;
    points.push(`${xOf(wait)} ${yOf(Math.max(share, LEAST_SHARE))}`);
    if (share < LEAST_SHARE) break;
  }
  return line(`M${points.join("L")}`, index);
}

function line(path: string, index: number): string {
  const { colour, dash, width } = STYLES[index % STYLES.length] ?? STYLES[0];
  return `<path d="${path}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-dasharray="${dash}"/>`;
}

function xOf(wait: number): string {
  const share = Math.log(wait / SHORTEST) / Math.log(LONGEST / SHORTEST);
  return (PANEL.left + share * (PANEL.width - PANEL.left - PANEL.right)).toFixed(1);
}

function yOf(share: number): number {
  const depth = Math.log(share) / Math.log(LEAST_SHARE);
  return Number((PANEL.top + depth * (PANEL.height - PANEL.top - PANEL.bottom)).toFixed(1));
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
