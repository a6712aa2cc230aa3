import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';

export default tseslint.config(
  {
    ignores: [
      'node_modules/',
      'prisma/generated/',
      'client/',
      '.millrace/',
      '.millrace-bundles/',
      'coverage/',
    ],
  },
  ...tseslint.configs.strictTypeChecked,
  ...tseslint.configs.stylisticTypeChecked,
  {
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      complexity: ['error', 10],
      'max-depth': ['error', 3],
      'max-params': ['error', 4],
      'max-lines': ['error', { max: 300, skipBlankLines: false, skipComments: false }],
      'no-console': 'error',
      '@typescript-eslint/explicit-module-boundary-types': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      // Node removes only the names of `import { type X } from`: the module is still loaded.
      '@typescript-eslint/no-import-type-side-effects': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      'no-restricted-properties': [
        'error',
        {
          property: 'writeParquet',
          message:
            'Its statistics count nulls twice from 262,144 rows on, so filters skip rows. Use `lazy().sinkParquet()`.',
        },
      ],
      'no-restricted-syntax': [
        'error',
        {
          selector: 'CallExpression[callee.property.name="$transaction"][arguments.length<2]',
          message:
            'Bound the transaction: pass TRANSACTION of prisma/client.ts. Queries in a list have no such bounds; use a function.',
        },
        {
          selector:
            ':matches(TSInterfaceDeclaration, TSTypeAliasDeclaration, ClassDeclaration) > Identifier.id[name=/(Parts|Turns|Session|Presence|Waiters|Ending|PlannedLook)$/]',
          message: 'Take the word of the table "Words" in CONTRIBUTING.md.',
        },
        {
          selector: 'SpreadElement > ObjectExpression',
          message:
            'Write the properties themselves: a spread literal only changes how lines break.',
        },
      ],
    },
  },
  {
    // Patterns meet input of any length: each must take time proportional to it.
    files: ['**/*.{ts,js,mjs}'],
    ignores: ['**/*.test.ts', 'test/**'],
    plugins: { regexp },
    rules: {
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': ['error', { report: 'potential' }],
    },
  },
  {
    files: ['**/*.test.ts', 'test/**'],
    rules: {
      'max-lines': 'off',
      'max-params': 'off',
      'no-restricted-properties': 'off',
      '@typescript-eslint/explicit-module-boundary-types': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
      // Tests look into JSON answers of every shape; a wrong look fails the test itself.
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
  {
    // With an index, a loop over a typed array takes a third of the time that its iterator takes.
    files: ['runner/engines/pandas/**'],
    rules: { '@typescript-eslint/prefer-for-of': 'off' },
  },
  {
    files: ['cli/**', 'scripts/**', 'test/bench/**', 'test/cluster/{up,down,load,supervise}.ts'],
    rules: { 'no-console': 'off' },
  },
  {
    files: ['**/*.js', '**/*.mjs'],
    extends: [tseslint.configs.disableTypeChecked],
    rules: { '@typescript-eslint/explicit-module-boundary-types': 'off' },
  },
);
