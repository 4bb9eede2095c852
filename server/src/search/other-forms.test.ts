import { expect, it } from 'vitest'
import { otherForms } from './other-forms.rules.ts'

it.each([
  ['refunds', ['refund']],
  ['Policies', ['polic']],
  ['addresses', ['address']],
  ['deployments', ['deployment', 'deploy']],
  ['configuration', ['configur']],
  ['caching', ['cach']],
  ['planning', ['plan']],
  ['filling', ['fill']],
  ['running', ['run']],
  ['cancelled orders', ['cancelled order', 'cancel order']],
  ['cookies', ['cook']],
  ['boxes', ['box']],
  ['sizes', ['siz']],
  ['uses', ['use']],
  ['dies', ['die']],
  ['series', ['serie', 'seri']],
  ['APIs', ['api']],
  ['menus', ['menu']],
  ['status', []],
  ['process', []],
  ['string', []],
  ['user_ids GET /orders', []],
  ['退款 fees', ['退款 fee']],
  ['', []],
])('%s: %j', (keyword, forms) => expect(otherForms(keyword)).toEqual(forms))
