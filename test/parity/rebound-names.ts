/** Returns the names that an exported script assigns several times: parameters, frames and other variables. */
export function reboundNames(script: string): readonly string[] {
  const main = script.indexOf('\ndef main(');
  const code = script.slice(0, script.indexOf('\n\n\n', main + 1));
  const names = [...code.matchAll(/^ *(\w+) = /gm)].map(([, name = '']) => name);
  return names.filter((name, index) => names.indexOf(name) !== index);
}
