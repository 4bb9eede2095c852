import { describe, expect, it } from 'vitest'
import { render } from '../index.ts'

const html = async (text: string, language: 'en' | 'zh' = 'zh') => (await render(text, { language })).html

const bold = `**简要描述：** 

- 用户注册接口

**请求URL：** 
- \` http://xx.com/api/user/register \`
  
**请求方式：**
- POST 

**参数：** 

|参数名|必选|类型|说明|
|:----    |:---|:----- |-----   |
|username |是  |string |用户名   |
|name     |否  |string | 昵称    |

 **返回示例**

\`\`\` 
  {
    "error_code": 0,
    "data": { "uid": "1" } // 用户
  }
\`\`\`

 **备注** 

- 更多返回错误代码请看首页的错误代码描述
`
const headed = bold.replace(/^ ?\*\*(.+?)：?\*\* *$/gm, '##### $1')

describe.each([
  ['bold lines', bold],
  ['small headings', headed],
])('a page of the template of ShowDoc with %s', (_, page) => {
  it('shows address and method as an endpoint, like an imported page', async () => {
    const out = await html(page)
    expect(out).toContain(
      '<div class="endpoint"><span class="verb post">POST</span><span class="url" tabindex="0"><i>http://xx.com</i>/api/user/register</span>',
    )
    expect(out).not.toContain('请求URL')
    expect(out).not.toContain('请求方式')
    expect(out).toContain('用户注册接口')
  })
  it('has a table of contents', async () => {
    const { headings } = await render(page)
    expect(headings).toEqual(['简要描述', '参数', '返回示例', '备注'].map((text) => ({ id: text, text, level: 3 })))
  })
  it('keeps the words of its tables and highlights its response', async () => {
    const out = await html(page, 'en')
    expect(out).toContain('<span class="req">必选</span>')
    expect(out).toContain('data-label="必选"><span class="fno">否</span></div>')
    expect(out).toContain('<span>JSON</span>')
    expect(out).toContain('<span class="hljs-attr">"error_code"</span>')
  })
})

it('reads the English template', async () => {
  const out = await html('**Request URL:** \n- `{{host}}/api/a`\n\n**Method:**\n- get\n\n**Parameter:** \n\nnone\n', 'en')
  expect(out).toContain('<span class="verb get">GET</span><span class="url" tabindex="0"><i>{{host}}</i>/api/a</span>')
})

describe('stays unchanged', () => {
  it.each([
    ['with two addresses', bold.replace('register `', 'register `\n- `http://xx.com/api/b`')],
    ['with a sentence for an address', bold.replace('` http://xx.com/api/user/register `', '见 http://xx.com/api')],
    ['with two methods', bold.replace('- POST', '- POST/GET')],
    ['without a method', bold.replace('- POST', '- 同上')],
  ])('an address %s', async (_, page) => {
    const out = await html(page)
    expect(out).not.toContain('class="endpoint"')
    expect(out).toContain('请求URL')
  })
  it.each([
    ['a page with bold lines of another kind', '**简要描述**\n\na\n\n**另一行**\n\nb'],
    ['bold words in a line', '**参数** 是\n\n**备注** 是\n\n**返回示例** 是'],
  ])('%s', async (_, page) => {
    expect((await render(page)).headings).toEqual([])
  })
  it('a page that has headings of its own', async () => {
    const { headings } = await render(`## 用户\n\n${bold}`)
    expect(headings.map(({ text }) => text)).toEqual(['用户'])
  })
  it.each(['{ a: 1 }', 'a {"b": 1}', '[1, 2]', '{"a"}', 'if (x) { "a": 1 } else { }'])(
    'a block of code without a name: %s',
    async (code) => {
      expect(await html(`\`\`\`\n${code}\n\`\`\``, 'en')).toContain('<span class="lang"></span>')
    },
  )
})
