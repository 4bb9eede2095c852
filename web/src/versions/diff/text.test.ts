import { expect, it } from 'vitest'
import { comparable } from './sides.ts'

const page = (more: object = {}, info: object = {}) =>
  JSON.stringify({
    info: { from: 'runapi', method: 'get', url: 'http://a/b', description: 'One', ...info },
    request: {},
    response: {},
    ...more,
  })

it('compares pages of API clients as rendered documentation, in the language of the reader', () => {
  const [old, now] = comparable(page(), page({}, { remark: 'Two' }), 'zh')
  expect(old).toBe('One\n\n```endpoint\nGET http://a/b\n```\n')
  expect(now).toBe('One\n\n```endpoint\nGET http://a/b\n```\n\n## 备注\n\nTwo\n')
})

it('compares parts that the documentation does not show as indented JSON', () => {
  const [old, now] = comparable(page(), page({ scripts: { pre: 'x' } }), 'en')
  expect(old.split('\n')).toContain('    "method": "get",')
  expect(now).toContain('"pre": "x"')
  expect(old).not.toContain('"pre"')
})

it('leaves all other texts, and equal texts, unchanged', () => {
  expect(comparable('# A', '{"x": 1}', 'en')).toEqual(['# A', '{"x": 1}'])
  expect(comparable(page(), '# A', 'en')[1]).toBe('# A')
  const [old, now] = comparable(page(), page(), 'en')
  expect(old).toBe(now)
})
