import { expect, it } from 'vitest'
import { errorMessage, errors } from './errors.ts'

const all = Object.entries(errors)
const placeholders = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort()

it.each(all)('%s has a text in English and Chinese with the same placeholders', (_name, { en, zh }) => {
  expect(en).not.toMatch(/[\u4e00-\u9fff]/)
  expect(zh).toMatch(/[\u4e00-\u9fff]/)
  expect(placeholders(zh)).toEqual(placeholders(en))
})

it('include the error numbers of the specification', () => {
  const { loginInvalid, captchaWrong, wrongLoginOften, noVisit, wrongVisitPassword, wrongVisitPasswordOften } = errors
  const named = [loginInvalid, captchaWrong, wrongLoginOften, noVisit, wrongVisitPassword, wrongVisitPasswordOften]
  expect(named.map(({ code }) => code)).toEqual([10102, 10206, 10210, 10303, 10307, 10308])
  expect(all.filter(([, { code }]) => Number(code) === 0)).toEqual([])
})

it('say how long a person waits after a limit of an hour', () => {
  expect(errorMessage('tooMany', 'en', { seconds: '2521' })).toBe('Too many requests. Try again in 43 minutes')
  expect(errorMessage('tooMany', 'zh', { seconds: '3600' })).toBe('请求过于频繁，请在 60 分钟后再试')
  expect(errorMessage('tooMany', 'en', { seconds: '60' })).toBe('Too many requests. Wait a moment')
  expect(errorMessage('tooMany', 'en')).toBe('Too many requests. Wait a moment')
})

it('insert the values of placeholders verbatim', () => {
  expect(errorMessage('userUnknown', 'en', { names: '$& {x} <b>' })).toBe('There is no user named $& {x} <b>')
  expect(errorMessage('userUnknown', 'zh', { names: '林知远' })).toBe('用户不存在：林知远')
})
