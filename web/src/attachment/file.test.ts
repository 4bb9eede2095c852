import { expect, it, onTestFinished } from 'vitest'
import { readBoot } from '../lib/boot.ts'
import { markdownOf } from './file.ts'

const path = '/server/index.php?s=/api/attachment/visitFile/sign/f182eec50dde32938cd05b6673b5ad55'

it('text has the address of a file without the path of the site, so it stays valid when the site moves to another path', () => {
  readBoot().base = '/docs'
  onTestFinished(() => {
    readBoot().base = ''
  })
  expect(markdownOf('plan.png', `/docs${path}`, true)).toBe(`![plan](${path})`)
  expect(markdownOf('plan.pdf', `/docs${path}`, false)).toBe(`[plan.pdf](${path})`)
  expect(markdownOf('plan.pdf', `/docs-2${path}`, false)).toBe(`[plan.pdf](/docs-2${path})`)
  readBoot().base = ''
  expect(markdownOf('plan.pdf', `/docs${path}`, false)).toBe(`[plan.pdf](/docs${path})`)
})
