/**
 * Whether a Node version reaches a minimum written as in `engines`: ">=20.19".
 *
 * @param {string} version
 * @param {string} range
 */
export function satisfiesMinimum(version, range) {
  const match = /^>=(\d+)\.(\d+)$/.exec(range);
  // A range this cannot read would silently admit every Node: better to stop at once.
  if (match === null) throw new Error(`engines.node must look like ">=20.19", not "${range}"`);
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const [wantedMajor, wantedMinor] = [Number(match[1]), Number(match[2])];
  return major > wantedMajor || (major === wantedMajor && minor >= wantedMinor);
}
