import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { settingNames } from '../../src/config.ts';
import { snippets } from '../snippets.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const filesIn = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(root.length));

/** Whether a program can be started here. */
const can = (program: string, ...words: string[]): boolean => spawnSync(program, words).status === 0;
const skipped = (what: string): string => ` (SKIPPED: there is no ${what})`;

describe('what an operator deploys', () => {
  it('the guide shows the unit of systemd that the repository has', () => {
    expect(snippets('deployment', 'ini')).toContain(read('deploy/systemd/parley.service'));
  });

  it('names only settings that exist', () => {
    const named = filesIn('deploy').flatMap((path) =>
      [...read(path).matchAll(/\bPARLEY_[A-Z_]+/g)].map(([name]) => ({ path, name: name.replace(/_FILE$/, '') })),
    );
    expect(named.length).toBeGreaterThan(5);
    for (const { path, name } of named) expect(settingNames, path).toContain(name);
  });

  const hasHelm = can('helm', 'version');
  it.skipIf(!hasHelm)(`Helm renders the chart${hasHelm ? '' : skipped('Helm')}`, () => {
    const settings = [
      '--set',
      'publicUrl=https://parley.example.org,existingSecret=parley,ingress.enabled=true,metrics.enabled=true',
    ];
    execFileSync('helm', ['lint', '--strict', 'deploy/helm/parley', ...settings], { cwd: root });
    const drawn = execFileSync('helm', ['template', 'parley', 'deploy/helm/parley', '--kube-version', '1.30.0', ...settings], {
      cwd: root,
      encoding: 'utf8',
    });
    expect(drawn).toContain('host: "parley.example.org"');
    const refused = spawnSync('helm', ['template', 'parley', 'deploy/helm/parley', '--kube-version', '1.30.0'], {
      cwd: root,
      encoding: 'utf8',
    });
    expect(refused.stderr).toMatch(/publicUrl is required|existingSecret is required/);
  });

  const actionlint = 'github.com/rhysd/actionlint/cmd/actionlint@v1.7.12';
  const hasGo = can('go', 'run', actionlint, '-version');
  it.skipIf(!hasGo)(`the workflows are valid${hasGo ? '' : skipped('Go, or its modules cannot be reached')}`, () => {
    const checked = spawnSync('go', ['run', actionlint, ...filesIn('.github/workflows')], { cwd: root, encoding: 'utf8' });
    expect(checked.stdout + checked.stderr).toBe('');
  });
});
