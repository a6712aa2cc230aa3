import path from 'node:path';

/**
 * The environment of a shell outside of `npm run`, whose variables name the present clone and whose PATH begins
 * with its packages, also with its Node.
 */
export function environmentOutside(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const ofNpm =
    /^(npm_(package|lifecycle)_.*|npm_(command|execpath|node_execpath|config_local_prefix)|INIT_CWD|GIT_.*)$/;
  const kept = Object.entries(environment).filter(([name]) => !ofNpm.test(name));
  const PATH = (environment.PATH ?? '')
    .split(path.delimiter)
    .filter((folder) => !/[\\/]node_modules[\\/]/.test(folder))
    .join(path.delimiter);
  return { ...Object.fromEntries(kept), PATH };
}
