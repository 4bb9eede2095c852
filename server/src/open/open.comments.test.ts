import { describe, expect, it } from 'vitest'
import { markdownOf, pageOfComment } from './open.comments.page.ts'
import { commentsIn } from './open.comments.read.ts'

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
 * @param note optional string whatever
 *   one wants
 * @json_param {"id":12345678901234567890,"more":{"x":1}}
 * @return {"error_code":0,
 *   "data":[1,2]}
 * @return_param groupid int level 1 or 2
 * @remark mind the gap
 * @number 7
 * @author nobody
 *   of ours
 */
function login() {}
/** just a remark */
/** showdoc, but no page */
/**
 * showdoc
 * @title Loose end
 */`

describe('comments of a source', () => {
  it('are those with our word and a title', () => {
    expect(commentsIn(source).map(({ title, catalog, number }) => [title, catalog, number])).toEqual([
      ['User login', 'Auto/Users', '7'],
      ['Loose end', '', ''],
    ])
    expect(commentsIn('/** @title A */ /**\n * @title A\n */ /**\n * showdoc\n * @titles A\n */')).toEqual([])
  })

  it('are read whole', () => {
    expect(commentsIn(source)[0]).toMatchObject({
      description: 'login of a user,\n  who has one',
      url: ['https://api.test/login?a=1'],
      param: ['username 必选 string the name of the account', 'age int how old', 'note optional string whatever one wants'],
      return: '{"error_code":0,\n  "data":[1,2]}',
      remark: 'mind the gap',
    })
  })

  it('mean the same with the line ends of Windows and of old', () => {
    const wanted = commentsIn(source)
    for (const end of ['\r\n', '\r']) expect(commentsIn(source.replaceAll('\n', end))).toEqual(wanted)
    expect(commentsIn(source.replaceAll('\n * ', '\n\t*\t').replaceAll('\n *   ', '\n\t*\t  '))).toHaveLength(2)
  })

  it('S59: are found in the time of one look', () => {
    const started = performance.now()
    for (const text of ['/**', '/*', '*/', '/**/', '/** @title showdoc\n', '@title showdoc ', ' * @', '\n', '@param ', '\t '])
      commentsIn(`/**\n * showdoc\n * @title a\n${text.repeat(500_000)}`)
    const block = ` * @param ${' '.repeat(100_000)}x\n`
    pageOfComment(commentsIn(`/** showdoc\n * @title a\n${block.repeat(10)} */`)[0] as never, 'en')
    expect(performance.now() - started).toBeLessThan(10_000)
  })
})

describe('the page of a comment', () => {
  const [login] = commentsIn(source)
  const page = markdownOf(login as never, 'en')

  it('has everything in the order a reader needs it', () => {
    const places = ['login of a user', 'post https://api.test/login?a=1', 'token', 'username', '"more"', 'groupid', 'mind the gap'].map(
      (one) => page.indexOf(one),
    )
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    expect(places).not.toContain(-1)
    expect(pageOfComment(login as never, 'zh')).toMatchObject({ names: ['Auto', 'Users'], page_title: 'User login', s_number: 7 })
  })

  it('keeps descriptions whole, bars inside their cells, and long numbers as they are', () => {
    expect(page).toContain('| token | string | yes | the device \\| its number |')
    expect(page).toContain('| age | int |  | how old |')
    expect(page).toContain('| note | string | no | whatever one wants |')
    expect(page).toContain('| groupid | int | level 1 or 2 |')
    expect(page).toContain('12345678901234567890')
  })

  it('puts what a GET takes into the query', () => {
    const [found] = commentsIn(source.replace('@method post', '@method get').replace(/ \* @json_param.*\n/, ''))
    expect(markdownOf(found as never, 'en')).toContain('## Query parameters')
    expect(page).toContain('## Body')
    expect(markdownOf(found as never, 'zh')).toMatch(/## Query 参数[\s\S]*## 返回[\s\S]*## 备注/)
  })
})
