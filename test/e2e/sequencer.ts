import { longestFirst } from '../support/longest-first.ts';

export default longestFirst(['cluster']);
