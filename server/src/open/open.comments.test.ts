import { describe, expect, it } from 'vitest'
import { commentsIn, markdownOf, pageOfComment } from './open.comments.ts'

const source = `<?php
/**
 * showdoc
 * @catalog Auto/Users
 * @title User login
 * @description login of a user,
 *   who has one
 * @method post
 * @url https://api.test/login?a=1
 * @header token required string the device | its number
 * @param username 必选 string the name of the account
 * @param age int how old
 * @param note optional string free text
 *   in words
 * @json_param {"id":12345678901234567890,"more":{"x":1}}
 * @return {"error_code":0,
 *   "data":[1,2]}
 * @return_param groupid int level 1 or 2
 * @remark mind the gap
 * @number 7
 * @author alice
 *   of ours
 */
function login() {}
/** just a remark */
/** showdoc, but no page */
/**
 * showdoc
 * @title Loose end
 */`

describe('comments of a source file', () => {
  it('are found by the word showdoc and a title', () => {
    expect(commentsIn(source).map(({ title, catalog, number }) => [title, catalog, number])).toEqual([
      ['User login', 'Auto/Users', '7'],
      ['Loose end', '', ''],
    ])
    expect(commentsIn('/** @title A */ /**\n * @title A\n */ /**\n * showdoc\n * @titles A\n */')).toEqual([])
  })

  it('are parsed completely', () => {
    expect(commentsIn(source)[0]).toMatchObject({
      description: 'login of a user,\n  who has one',
      url: ['https://api.test/login?a=1'],
      param: ['username 必选 string the name of the account', 'age int how old', 'note optional string free text in words'],
      return: '{"error_code":0,\n  "data":[1,2]}',
      remark: 'mind the gap',
    })
  })

  it('are parsed equally with CRLF and CR line endings', () => {
    const wanted = commentsIn(source)
    for (const end of ['\r\n', '\r']) expect(commentsIn(source.replaceAll('\n', end))).toEqual(wanted)
    expect(commentsIn(source.replaceAll('\n * ', '\n\t*\t').replaceAll('\n *   ', '\n\t*\t  '))).toHaveLength(2)
  })

  it('S59: are found quickly among half a million openings of other comments', () => {
    for (const text of ['/**', '/*', '*/', '/**/', '/** @title showdoc\n', '@title showdoc ', ' * @', '\n', '@param ', '\t '])
      expect(commentsIn(`/**\n * showdoc\n * @title a\n${text.repeat(500_000)}`).length).toBeLessThan(2)
    const block = ` * @param ${' '.repeat(100_000)}x\n`
    expect(pageOfComment(commentsIn(`/** showdoc\n * @title a\n${block.repeat(10)} */`)[0] as never, 'en')).toBeDefined()
  })
})

describe('the page of a comment', () => {
  const [login] = commentsIn(source)
  const page = markdownOf(login as never, 'en')

  it('has all parts in reading order', () => {
    const places = ['login of a user', 'post https://api.test/login?a=1', 'token', 'username', '"more"', 'groupid', 'mind the gap'].map(
      (one) => page.indexOf(one),
    )
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    expect(places).not.toContain(-1)
    expect(pageOfComment(login as never, 'zh')).toMatchObject({ place: ['Auto', 'Users'], page_title: 'User login', s_number: 7 })
  })

  it('keeps whole descriptions, bars inside cells, and long numbers', () => {
    expect(page).toContain('| token | string | required | the device \\| its number |')
    expect(page).toContain('| age | int |  | how old |')
    expect(page).toContain('| note | string | optional | free text in words |')
    expect(page).toContain('| groupid | int | level 1 or 2 |')
    expect(page).toContain('12345678901234567890')
  })

  const rows = (...params: string[]) => {
    const lines = params.map((line) => ` * @param ${line}`).join('\n')
    const [found] = commentsIn(`/**\n * showdoc\n * @title A\n${lines}\n */`)
    return markdownOf(found as never, 'zh')
      .split('\n')
      .filter((line) => line.startsWith('| ') && !line.startsWith('| ---'))
      .slice(1)
  }

  it('keeps the author’s wording for required fields', () => {
    expect(rows('username 必选 string 用户名', 'note 可选 string 备注', 'age Must int 年龄', 'code 非必填 int 验证码')).toEqual([
      '| username | string | 必选 | 用户名 |',
      '| note | string | 可选 | 备注 |',
      '| age | int | Must | 年龄 |',
      '| code | int | 非必填 | 验证码 |',
    ])
  })

  it('keeps types and descriptions in their columns after an unknown word', () => {
    expect(rows('a 条件必选 string first', 'b 二选一 int[] second', 'c conditional array<Order> third', 'd 看情况 字符串 四')).toEqual([
      '| a | string | 条件必选 | first |',
      '| b | int[] | 二选一 | second |',
      '| c | array&lt;Order> | conditional | third |',
      '| d | 字符串 | 看情况 | 四 |',
    ])
    // When another line has a known second word, an unknown one counts as the same.
    expect(rows('a 必选 Order the order', 'b 视情况 User | null who', 'c int how many')).toEqual([
      '| a | Order | 必选 | the order |',
      '| b | User | 视情况 | \\| null who |',
      '| c | int |  | how many |',
    ])
  })

  it('reads the second word as the type unless other lines contradict it', () => {
    expect(rows('order Order the order', 'size', 'user User', 'list string int', 'lines Line list of them')).toEqual([
      '| order | Order | the order |',
      '| size |  |  |',
      '| user | User |  |',
      '| list | string | int |',
      '| lines | Line | list of them |',
    ])
  })

  it('lists the parameters of a GET as query parameters', () => {
    const [found] = commentsIn(source.replace('@method post', '@method get').replace(/ \* @json_param.*\n/, ''))
    expect(markdownOf(found as never, 'en')).toContain('## Query parameters')
    expect(page).toContain('## Body')
    expect(markdownOf(found as never, 'zh')).toMatch(/## Query 参数[\s\S]*## 返回[\s\S]*## 备注/)
  })
})
