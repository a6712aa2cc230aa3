// `npm run cluster:load [-- TARGET...]`: builds images of the present code and loads them into the
// cluster that is up, as localhost/millrace-TARGET:dev. New pods run them.
import { projectImage, TARGETS } from '../images/project-images.ts';
import { runningCluster } from './cluster.ts';

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !TARGETS.some((target) => target === name));
if (unknown.length > 0) throw new Error(`No such image: ${unknown.join(', ')}`);
const cluster = await runningCluster();
if (cluster === null) throw new Error('There is no cluster: npm run cluster');
for (const target of TARGETS.filter((name) => asked.length === 0 || asked.includes(name))) {
  const name = `localhost/millrace-${target}:dev`;
  const image = projectImage(target);
  cluster.load(image, name);
  console.log(`${name} is ${image.name}`);
}
