/** Returns the functions and constants below the main function of a script that none of its code uses. */
export function unusedFunctions(script: string): readonly string[] {
  const code = script.replaceAll(/"""[^]*?"""/g, '');
  const helpers = code.slice(code.indexOf('\ndef main('));
  const names = [...helpers.matchAll(/^(?:def )?(\w+)(?:\(.*:| = .*)$/gm)];
  return names
    .map(([, name = '']) => name)
    .filter((name) => code.split(new RegExp(`\\b${name}\\b`)).length < 3);
}
