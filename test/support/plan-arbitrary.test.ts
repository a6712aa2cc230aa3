import fc from 'fast-check';
import { UserError } from '../../runner/domain/errors.ts';
import { operatorsOf } from '../../runner/plan/traits.ts';
import { NOT_GENERATED, PLAN_STEPS, planInput, planOf, type Build } from './plan-arbitrary.ts';
import { SEED_OF_NPM_TEST } from './property-runs.ts';

describe('generated plans', () => {
  it('have each operator, so that each pass is tested with it', () => {
    const plans = fc.sample(planOf(8, true), { numRuns: 3000, seed: SEED_OF_NPM_TEST });
    const generated = new Set(
      plans.flatMap(({ relation }) => operatorsOf(relation).map(({ op }) => op)),
    );
    const expected = [...Object.keys(PLAN_STEPS), 'input'];
    expect([...generated].sort()).toEqual(expected.sort());
  });

  it('leave an operator out for a reason only', () => {
    // The types hold that PLAN_STEPS and NOT_GENERATED have each operator of the union.
    for (const reason of Object.values(NOT_GENERATED)) expect(reason).toMatch(/^\w+ .*\w$/);
  });

  const steps = Object.entries(PLAN_STEPS).flatMap(([op, builds]) =>
    Object.entries(builds).map(([name, build]): [string, string, Build] => [name, op, build]),
  );

  it.each(steps)('can have the step "%s", which adds the operator %s', (_name, op, build) => {
    const picks = fc.sample(fc.array(fc.nat(7), { minLength: 6, maxLength: 6 }), {
      numRuns: 50,
      seed: SEED_OF_NPM_TEST,
    });
    const added = picks.flatMap((some) => {
      try {
        return [build(planInput(0), some, [planInput(0)]).relation.op];
      } catch (error) {
        if (error instanceof UserError) return [];
        throw error;
      }
    });
    expect(new Set(added)).toEqual(new Set([op]));
  });
});
