import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readPage } from './page.ts'
import { ownForms } from './site-forms.ts'

const own = (text: string) => ownForms(text.split('\n')).join('\n')

describe('MkDocs', () => {
  it('rewrites admonitions, with their titles, content and code', () => {
    expect(own('Before\n\n!!! note\n    Text\n\n    More\n\nAfter')).toBe('Before\n\n::: note\nText\n\nMore\n:::\n\nAfter')
    expect(own('!!! warning "Do **not** \\"run\\" this"\n\n    ```sh\n    make\n\n        install\n    ```\nAfter')).toBe(
      '::: warning Do **not** \\"run\\" this\n\n```sh\nmake\n\n    install\n```\n:::\nAfter',
    )
    expect(own('!!! example\n    a\n!!! bug "It fails"\n    b\n!!! check inline end ""\n    c')).toBe(
      '::: info Example\na\n:::\n::: danger It fails\nb\n:::\n::: success\nc\n:::',
    )
  })

  it('rewrites admonitions in others and in lists, and folded ones', () => {
    expect(own('!!! tip\n    a\n\n    ??? question "Why"\n        b\n    c\nd')).toBe('::: tip\na\n\n::: details Why\nb\n:::\nc\n:::\nd')
    expect(own('1. One\n\n    !!! note\n        a\n\n2. Two')).toBe('1. One\n\n    ::: note\n    a\n    :::\n\n2. Two')
    expect(own('!!! note\n\ta\n\t??? tip\n\t\tb')).toBe('::: note\na\n::: details Tip\nb\n:::\n:::')
  })

  it('makes a title of the name of a tab', () => {
    expect(own('=== "Linux"\n\n    ```\n    apt\n    ```\n\n=== "macOS"\n    brew\n\nAfter')).toBe(
      '**Linux**\n\n```\napt\n```\n\n**macOS**\n\nbrew\n\nAfter',
    )
  })

  it('rewrites blocks of slashes', () => {
    expect(own('//// tab | One\n/// details | More\n    type: tip\n    open: true\n\na\n///\n////\n')).toBe(
      '**One**\n\n::: details More\n\na\n:::\n',
    )
    expect(own('/// note | Title\na\n\n///')).toBe('::: note Title\na\n\n:::')
  })

  it('keeps the id of a heading alone of its attributes, and none of a picture or block', () => {
    expect(
      own('## Set up { #setup .wide }\n### Two {: #two }\n# Three {.x}\n# Four {anchor=false}\n# GET /orders/{id}\n# A { b }\n# a{b=c}'),
    ).toBe('## Set up {#setup}\n### Two {#two}\n# Three\n# Four\n# GET /orders/{id}\n# A { b }\n# a{b=c}')
    expect(own('![a](b.png){ width=300 .x } and [c](d){target=_blank}, `[a](b){ .x }`\n{: .wide }\n{ x=1 }')).toBe(
      '![a](b.png) and [c](d), `[a](b){ .x }`\n{ x=1 }',
    )
    expect(readPage('# Set up { #setup }\n\nText').title).toBe('Set up')
  })
})

describe('MDX', () => {
  it('has no imports and comments, and keeps the labels of tabs with their indented content', () => {
    expect(
      own(
        'import Tabs from \'@theme/Tabs\';\nimport { A, B } from \'x\'\n\n# Title\n\n{/* later */}\n<Tabs groupId="os">\n  <TabItem value="mac" label="macOS" default>\n\n    ```sh\n    brew\n      x\n    ```\n\n  </TabItem>\n  <TabItem value="win">\n    Text\n  </TabItem>\n</Tabs>\n\n    code',
      ),
    ).toBe('# Title\n\n**macOS**\n\n```sh\nbrew\n  x\n```\n\n**win**\n\nText\n\n    code')
  })

  it.each([
    ['<Note>\n  a\n</Note>', '::: note\na\n:::'],
    ['<Callout type="error" title="Stop">\na\n</Callout>', '::: danger Stop\na\n:::'],
    ['<Aside>\na\n</Aside>', '::: info\na\n:::'],
    ['<Accordion title="Why?">\na\n</Accordion>', '::: details Why?\na\n:::'],
    ['<Steps>\n<Step title="One">\na\n</Step>\n</Steps>', '**One**\n\na'],
    ['<Note>\nwithout end', '<Note>\nwithout end'],
    ['<Own a="b" />\n<Tabs />\n<Name>\na\n</Name>', '<Own a="b" />\n<Tabs />\n<Name>\na\n</Name>'],
  ])('%s', (text, expected) => expect(own(text)).toBe(expected))
})

describe('other generators', () => {
  it.each([
    [':::note[Your **title**]\na\n:::', ':::note Your **title**\na\n:::'],
    ['{% hint style="danger" %}\na\n{% endhint %}', '::: danger\na\n:::'],
    ['{% tabs %}\n{% tab title="Node" %}\na\n{% endtab %}\n{% endtabs %}', '**Node**\n\na'],
    ['{% code title="a.js" %}\n```js\n```\n{% endcode %}', '**a.js**\n\n```js\n```'],
    ['{% embed url="https://a.example/b" %}', '<https://a.example/b>'],
    ['{{< note >}}\na\n{{< /note >}}', '::: note\na\n:::'],
    ['{{% alert title="Read this" color="warning" %}}\na\n{{% /alert %}}', '::: warning Read this\na\n:::'],
    ['{{< hint danger >}}\na\n{{< /hint >}}', '::: danger\na\n:::'],
    ['{{< tabs >}}\n{{% tab "macOS" %}}\na\n{{% /tab %}}\n{{< /tabs >}}', '**macOS**\n\na'],
    ['{{% details "Why?" open %}}\na\n{{% /details %}}', '::: details Why?\na\n:::'],
    ['{{% columns %}}\n- a\n{{% /columns %}}', '- a'],
    ['## 快速 开始 :id=start', '## 快速 开始 {#start}'],
    ['!> 注意**空格**\n续行', '> [!WARNING]\n> 注意**空格**\n续行'],
    ['?> 提示', '> [!TIP]\n> 提示'],
  ])('%s', (text, expected) => expect(own(text)).toBe(expected))
})

it.each([
  '!!! note\nwithout content',
  '/// note\nwithout end',
  '{{< note >}}\nwithout end',
  '{% hint style="info" %}\nwithout end',
  'Wow!!! note',
  '{{< code lang="js" >}}\nlet a\n{{< /code >}}',
  '{{ page.title }}\n\n{% for a in b %}\n{% endfor %}',
  '```\n!!! note\n    a\n{: .x }\n# a { #b }\n```',
  '- ```\n  !!! note\n      a\n  ```\n\nText',
  '> ~~~\n> !> a\n> ~~~',
  '    !!! note\n        code\n',
  'a\n\n\n\nb\n',
  `# ${'x'.repeat(2001)} { #a }`,
])('keeps a text without a complete form: %j', (text) => expect(own(text)).toBe(text))

it('keeps pages in the Markdown of this product', () => {
  const root = resolve(import.meta.dirname, '../../../../docs')
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'))
  expect(files.length).toBeGreaterThan(50)
  for (const name of files) {
    const text = readFileSync(join(root, name), 'utf8')
    expect(own(text), name).toBe(text)
  }
})

/** A quadratic pattern would need hours for a line of a million characters, which is tried only here. */
const LONG = 1_000_000
it.each([
  ['spaces after a mark', `!!! note${' '.repeat(LONG)}x!`],
  ['a long name of a mark', `!!! ${'a'.repeat(LONG)}"x`],
  ['a long name of slashes', `/// ${'a'.repeat(LONG)} ${' '.repeat(LONG)}x`],
  ['a tag without end', `{% hint${' '.repeat(LONG)}`],
  ['a long name of a tag', `{% ${'a'.repeat(LONG)} x`],
  ['values of a tag', `{% hint ${'style="style='.repeat(LONG / 13)} %}`],
  ['backticks', `${'`'.repeat(LONG)}){`],
  ['runs of backticks', `${'`` ` '.repeat(LONG / 5)}){`],
  ['braces', `# a ${'{ .b '.repeat(LONG / 5)}}`],
  ['attributes without end', `](a){${' .b'.repeat(LONG / 3)}`],
  ['links', `${'](a "'.repeat(LONG / 5)}){`],
  ['brackets of a title', `:::note[${']  {'.repeat(LONG / 4)}`],
  ['spaces before an id', `# ${'a '.repeat(LONG / 2)}${' '.repeat(LONG)}:id=`],
  ['a component', `<Note ${'title="'.repeat(LONG / 7)}>`],
  ['spaces of an import', `import${' '.repeat(LONG)}x`],
  ['names of an import', `import ${'a, '.repeat(LONG / 3)}{`],
  ['imports', `import ${'a '.repeat(LONG)}'`],
  ['pictures', `${'![a](b "c '.repeat(LONG / 10)}](mention:`],
  ['a title of a picture', `![a](b "${' ='.repeat(LONG / 2)}1x`],
  ['names of pictures', `${'!['.repeat(LONG / 2)}](mention:`],
  ['names of people', `${'@[a'.repeat(LONG / 3)}](mention:`],
  ['an address of a person', `@[a](mention:${'//x'.repeat(LONG / 3)}`],
  ['list marks', `${'- '.repeat(LONG / 2)}x`],
])('reads %s in linear time', (_name, line) => {
  expect(ownForms([line, '    x'], Number.POSITIVE_INFINITY).length).toBeGreaterThan(0)
})

it('reads nested blocks and blank lines in linear time', () => {
  const nested = Array.from({ length: 1500 }, (_, depth) => `${' '.repeat(4 * depth)}!!! note`)
  expect(ownForms(nested).filter((line) => line.trim() === ':::')).toHaveLength(1499)
  const tabs = `${'{% tab title="a" %}\n'.repeat(100_000)}${'{% endhint %}\n'.repeat(100_000)}`
  expect(ownForms(tabs.split('\n')).join('\n')).toBe(tabs)
  expect(ownForms(`!!! note${'\n'.repeat(1900)}`.repeat(2500).split('\n')).length).toBeGreaterThan(0)
})

it.each([
  ['a component in a list keeps its place', '1. a\n\n   <Note>\n   b\n   </Note>\n\n2. c', '1. a\n\n   ::: note\n   b\n   :::\n\n2. c'],
  ['an import in a sentence stays', 'You can then\nimport the settings from "config.json"\nand restart.', undefined],
  ['code of a list stays', '- a\n\n      import x from "y";\n      {: .x}\n      !> b', undefined],
  ['HTML blocks stay', '<pre>\n!!! note\n    a\n</pre>\n<script setup>\nimport a from "b"\n</script>\n<!--\n!> a\n-->', undefined],
  ['an import of several lines goes', 'import {\n  A,\n  B,\n} from "x"\n\n# T', '# T'],
  ['an end without its begin stays', '{{< note >}} begins\n{{< /note >}}\n{% endhint %}\n</Note>\n///', undefined],
  ['a tab without its end stays', '<Tabs>\n<TabItem label="a">\n\ntext\n</Tabs>\n', '<TabItem label="a">\n\ntext\n'],
  ['a name without its end keeps its blank line', '<TabItem label="a">\n\ntext', undefined],
  ['a begin whose end is in code stays', '{% hint style="info" %}\n```\n{% endhint %}\n```', undefined],
  [
    'attributes have lines of their own',
    '<AccordionGroup>\n<Accordion\n  title="A"\n>\ntext\n</Accordion>\n</AccordionGroup>',
    '::: details A\ntext\n:::',
  ],
  [
    'tabs and blank lines in code stay',
    '!!! note\n    ```make\n    all:\n    \tcc\n     \n    ```',
    '::: note\n```make\nall:\n\tcc\n \n```\n:::',
  ],
  ['selectors and numbers are no titles', '/// html | div.grid\na\n///\n/// figure-caption | ^1\nb\n///', 'a\nb'],
  ['a title after the kind', '{{< admonition tip "Read" >}}\na\n{{< /admonition >}}', '::: tip Read\na\n:::'],
  ['a sentence is no list of classes', '!!! note Read this, please: it matters\n    a', undefined],
  ['names have any case', '{{< Note >}}\na\n{{< /note >}}', '::: note\na\n:::'],
  ['no space is needed', '!!!note\n    a', '::: note\na\n:::'],
  ['a title of this product stays', '::: details [a](b) and [c]\na\n:::\n::: tip [Read]\na\n:::', undefined],
  ['formulas stay', '## Set $S = {x=1}\n## 模板 {name=value}\n\n{#if}', undefined],
  ['an expression is no title', '<Tabs>\n<TabItem value={x}>\na\n</TabItem>\n</Tabs>', 'a'],
  ['a note of two lines', '!> a\n!> b', '> [!WARNING]\n> a\n> b'],
  ['a name of a tab is a paragraph', 'Install:\n=== "A"\n    brew\n=== "B"\n    apt', 'Install:\n\n**A**\n\nbrew\n\n**B**\n\napt'],
  ['links of Hugo', '[b]({{< ref "b.md" >}}#x) [c]({{% relref "../c" %}})', '[b](b.md#x) [c](../c)'],
  ['steps of GitBook', '{% stepper %}\n{% step %}\n## One\n{% endstep %}\n{% endstepper %}', '## One'],
])('%s', (_name, text, expected) => expect(own(text)).toBe(expected ?? text))
