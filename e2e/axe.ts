import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type axe from 'axe-core'
import type { Page } from 'playwright-core'
import { root } from './product.ts'

const source = readFileSync(join(root, 'node_modules/axe-core/axe.min.js'), 'utf8')

/** In the page: what axe objects to, rule by rule. */
async function judge({ within, only }: { within?: string; only?: string }) {
  const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run(within ?? document, {
    resultTypes: ['violations'],
    ...(only ? { runOnly: { type: 'rule', values: [only] } } : {}),
  })
  return violations.map(({ id, impact, nodes }) => `${impact} ${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
}

/** What axe objects to on a settled page, or in this part of it, by all of its rules or by one. */
export async function objections(page: Page, what: { within?: string; only?: string } = {}): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source)
  return page.evaluate(judge, what)
}
