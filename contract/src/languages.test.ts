import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { inLanguage, isLanguage, languageIn } from './languages.ts'

it('finds the language of a cookie, a header and a locale', () => {
  expect(['zh', 'zh-CN,zh;q=0.9', 'ZH_cn.UTF-8', 'en-US,zh', 'C', 'pl', ''].map(languageIn)).toEqual([
    'zh',
    'zh',
    'zh',
    'en',
    'en',
    'en',
    'en',
  ])
  expect(['en', 'zh', 'toString', '', 1].map(isLanguage)).toEqual([true, true, false, false, false])
})

it('falls back to English', () => {
  expect([inLanguage({ en: 'Page' }, 'zh'), inLanguage({ en: 'Page', zh: '页面' }, 'zh')]).toEqual(['Page', '页面'])
})

it('no source compares a language with a code: what differs is in the table or in the texts', () => {
  const root = join(import.meta.dirname, '../..')
  const found = ['contract', 'markdown', 'push', 'server', 'web'].flatMap((part) =>
    readdirSync(join(root, part, 'src'), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !/\.test\.|(^|\/)test\//.test(name))
      .filter((name) => /[!=]== '(?:en|zh)(?:-CN)?'|startsWith\('zh'\)/.test(readFileSync(join(root, part, 'src', name), 'utf8')))
      .map((name) => join(part, 'src', name)),
  )
  expect(found).toEqual([])
})
