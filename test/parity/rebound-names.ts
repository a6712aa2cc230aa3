/** Returns the names that a section of an exported script binds several times. */
export function reboundNames(script: string): readonly string[] {
  const main = script.slice(
    script.indexOf('\ndef main('),
    script.indexOf('\n\n\n', script.indexOf('\ndef main(')),
  );
  return main.split('\n\n').flatMap((section) => {
    const names = [...section.matchAll(/^ {4}(\w+) = /gm)].map(([, name = '']) => name);
    return names.filter((name, index) => names.indexOf(name) !== index);
  });
}
