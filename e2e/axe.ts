import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type axe from 'axe-core'
import type { Page } from 'playwright-core'
import { root } from './product.ts'

const source = readFileSync(join(root, 'node_modules/axe-core/axe.min.js'), 'utf8')

interface AxeOptions {
  /** Limits the check to this element. */
  within?: string
  /** The only rule to check. */
  only?: string
  /** A rule to leave out. */
  without?: string
}

/** In the page: the violations of axe, one line per rule. */
async function runAxe({ within, only, without }: AxeOptions) {
  const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run(within ?? document, {
    resultTypes: ['violations'],
    ...(only ? { runOnly: { type: 'rule', values: [only] } } : {}),
    ...(without ? { rules: { [without]: { enabled: false } } } : {}),
  })
  return violations.map(({ id, impact, nodes }) => `${impact} ${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
}

/** The violations that axe finds on a settled page. */
export async function axeViolations(page: Page, options: AxeOptions = {}): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source)
  return page.evaluate(runAxe, options)
}
