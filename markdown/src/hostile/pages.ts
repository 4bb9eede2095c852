/* Pages whose rendering costs much more than their length suggests. For the tests and `npm run bench -- hostile-pages`. */

type Write = (length: number) => string

/** Repeats the piece up to the length. */
const repeated =
  (piece: string, end = ''): Write =>
  (length) =>
    piece.repeat(Math.max(1, Math.floor((length - end.length) / piece.length))) + end

/** Opens n times, then closes n times. */
const nested =
  (open: string, close: string, inside = 'x'): Write =>
  (length) => {
    const count = Math.max(1, Math.floor(length / (open.length + close.length)))
    return open.repeat(count) + inside + close.repeat(count)
  }

/** Numbered lines or pieces. */
const numbered =
  (write: (n: number) => string, start = ''): Write =>
  (length) => {
    let text = start
    for (let n = 0; text.length < length; n++) text += write(n)
    return text
  }

/** Two halves of equal length. */
const halves =
  (first: Write, second: Write): Write =>
  (length) =>
    `${first(length >> 1)}\n\n${second(length >> 1)}`

const row = (cells: number, cell: string) => `|${`${cell}|`.repeat(cells)}\n`
const wideTable: Write = (length) => {
  const columns = Math.max(2, Math.floor(length / 14))
  return row(columns, 'a') + row(columns, '-') + row(columns, 'b')
}
const narrowTable =
  (head: string, line: string): Write =>
  (length) =>
    head + repeated(line)(length)
const manyRowsFewCells: Write = (length) => {
  const columns = Math.max(2, Math.floor(Math.sqrt(length)))
  return row(columns, 'a') + row(columns, '-') + 'x\n'.repeat(Math.floor(length / 4))
}
const stairs =
  (mark: string): Write =>
  (length) => {
    let text = ''
    for (let depth = 0; text.length < length; depth++) text += `${' '.repeat(mark.length * depth)}${mark}a\n`
    return text
  }
const inFence =
  (info: string, piece: string, end = ''): Write =>
  (length) =>
    `\`\`\`${info}\n${repeated(piece, end)(length)}\n\`\`\`\n`

export const hostilePages: Record<string, Write> = {
  'contents again and again': halves(repeated('[TOC]\n\n'), repeated('# a\n')),
  'contents of headings of maximum length': halves(repeated('[TOC]\n\n'), repeated(`# ${'word '.repeat(50)}\n`)),
  'headings of one name': repeated('## same\n'),
  'headings of one name and the names that would follow': numbered((n) => (n % 2 ? `# a-${n >> 1}\n` : '# a\n')),
  'headings without a name': repeated('# \n'),
  'headings with an id of their own': numbered((n) => `# a {#b${n}}\n`),
  'headings underlined': repeated('a\n=\n'),
  'one heading without an end': repeated('# ', 'a'),
  'quotes in quotes': repeated('> '),
  'quotes in quotes without spaces': repeated('>'),
  'quotes in quotes, many lines': repeated(`${'> '.repeat(90)}a\n`),
  'quotes in quotes, lines that end in other depths': numbered((n) => `${'> '.repeat((n * 7) % 90)}a\n`),
  'quotes that go on without a mark': halves(repeated('> '), repeated('a\n')),
  'lists in lists': repeated('- '),
  'numbered lists in lists': repeated('1. '),
  'lists in lists by indent': stairs('- '),
  'lists in lists by indent, wide': repeated(`${Array.from({ length: 40 }, (_, n) => `${'  '.repeat(n)}- a`).join('\n')}\n`),
  'quotes in lists in quotes': repeated('> - '),
  'lists of one word': repeated('- a\n'),
  'lists with empty lines': repeated('- a\n\n'),
  'lists of empty items': repeated('-\n'),
  tasks: repeated('- [ ] a\n'),
  'tasks in tasks': stairs('- [x] '),
  'a task with a long name': (length) => `- [ ] ${repeated('`a` ')(length)}`,
  stars: repeated('*'),
  'stars that open': repeated('*a '),
  'stars that close': repeated('a* '),
  'stars that open and close': repeated('*a**b'),
  'stars in stars': nested('*a ', ' b*'),
  'stars in stars in Chinese': nested('*字 ', ' 字*'),
  'three stars in stars': nested('***a ', ' b***'),
  'stars and underlines crossed': repeated('*_a*_ '),
  'strong in Chinese': repeated('**参数：**值'),
  underlines: repeated('_a '),
  strikes: repeated('~~a '),
  'strikes that close': nested('~~a', 'a~~'),
  'brackets that open': repeated('['),
  'brackets that close': repeated(']'),
  'brackets in brackets': nested('[', ']'),
  'links in links': nested('[', '](a)'),
  'links that end nowhere': repeated('[a]('),
  'links to a pointed address without end': repeated('[a](<b'),
  'links with a title without end': repeated('[a](b "'),
  'links with brackets in their address': repeated('[a](b(c'),
  'pictures in pictures': nested('![', '](a)'),
  'pictures that open': repeated('!['),
  'pictures with a size without end': repeated('![a](b =1x'),
  'pictures with a size and many spaces': repeated('![a](b      '),
  pictures: repeated('![a](b)'),
  links: repeated('[a](b)'),
  definitions: numbered((n) => `[a${n}]: b\n`),
  'definitions and what refers to them': halves(
    numbered((n) => `[a${n}]: b\n`),
    numbered((n) => `[a${n}] `),
  ),
  'one long definition referred to often': (length) => `[a]: /${'b'.repeat(length >> 1)}\n\n${repeated('[a]')(length >> 1)}`,
  'definitions with a long title': (length) => `[a]: b "${repeated('c\n')(length)}`,
  addresses: repeated('http://a.a.a/ '),
  'one address of many parts': (length) => `http://${repeated('a.')(length)}`,
  'one address of many brackets': (length) => `http://a.b/${repeated('(')(length)}`,
  'addresses without an end': repeated('http://'),
  'mail addresses': repeated('a@b.c '),
  'mail addresses without an end': repeated('a@b.'),
  'one mail address': (length) => `mailto:${repeated('a.')(length >> 1)}@${repeated('b.')(length >> 1)}c`,
  'addresses in points': repeated('<http://a'),
  backticks: repeated('`'),
  'backticks of growing length': numbered((n) => `${'`'.repeat(n % 200)}a`),
  'code spans': repeated('`a` '),
  'fences that never close': repeated('```\n'),
  'fences of tildes and ticks': repeated('```\n~~~\n'),
  'fences in lists': repeated('- ```\n'),
  'one fence of many short lines': inFence('js', 'a\n'),
  'code coloured word by word': inFence('js', 'const a = `b$c`\n'),
  'code in one long line': inFence('js', '"a"+'),
  'code of brackets': inFence('xml', '<a b="c">'),
  'code of stars': inFence('markdown', '**a*_b '),
  'code of quotes': inFence('bash', '"$(a `'),
  'code of C++ templates': inFence('cpp', 'a<b<c::'),
  'code of regular expressions': inFence('js', '/[a/(?:'),
  'code of TypeScript generics': inFence('ts', '<T,>(a = <b>('),
  'code of PHP': inFence('php', '<?php $a["b{$c}'),
  'code of Perl': inFence('perl', 's{a}{b} m/[x '),
  'code of SQL': inFence('sql', "select 'a"),
  'code of LESS': inFence('less', '.a{@b:~"c'),
  'code of Swift': inFence('swift', '#"a\\(b'),
  'code of Kotlin': inFence('kotlin', '"${a{"'),
  'code of JSON': inFence('json', '{"a":['),
  'code of CSS': inFence('css', 'a:not(b[c='),
  'code of YAML': inFence('yaml', '- a: {b: [\n'),
  'code of HTTP': inFence('http', 'GET /a HTTP/1.1\na: b\n\n'),
  'many blocks of code': repeated('```js\na\n```\n'),
  'marked lines': inFence('js {1-1000}', '`\n'),
  'marked lines in open strings': inFence('js {1-1000}', '/*\n'),
  endpoints: inFence('endpoint', 'GET /a\n'),
  diagrams: repeated('```mermaid\na\n```\n'),
  dollars: repeated('$'),
  'dollars that open': repeated('$a '),
  formulas: numbered((n) => `$a_${n}$ `),
  'one formula again and again': repeated('$\\frac{a}{b}$ '),
  'formulas of deep braces': repeated(`$${'{'.repeat(1900)}a${'}'.repeat(1900)}$ `),
  'formulas of deep fractions': repeated(`$${'\\frac{'.repeat(280)}a${'}{b}'.repeat(280)}$ `),
  'formulas of deep roots': repeated(`$${'\\sqrt{'.repeat(400)}a${'}'.repeat(400)}$ `),
  'formulas of deep exponents': repeated(`$${'a^{'.repeat(900)}a${'}'.repeat(900)}$ `),
  'formulas of brackets that grow': repeated(`$${'\\left('.repeat(280)}a${'\\right)'.repeat(280)}$ `),
  'formulas with macros': repeated(`$\\def\\a{\\b\\b}\\def\\b{\\c\\c}\\def\\c{\\d\\d}\\def\\d{${'x'.repeat(90)}}${'\\a'.repeat(300)}$ `),
  'formulas with macros that call themselves': numbered((n) => `$\\def\\a{\\a\\a}\\a_${n}$ `),
  'formulas of wide tables': repeated(`$$\n\\begin{matrix}${'a&'.repeat(1900)}\\end{matrix}\n$$\n\n`),
  'formulas of tables of many rows': repeated(`$$\n\\begin{matrix}${'a\\\\'.repeat(1200)}\\end{matrix}\n$$\n\n`),
  'formulas of high lines': repeated(`$${'\\rule{40em}{40em}'.repeat(200)}$ `),
  'formula blocks that never close': repeated('$$\na\n'),
  entities: repeated('&amp;'),
  'entities without end': repeated('&#'),
  'entities that grow': repeated('&nGg;'),
  quotes: repeated('"'),
  backslashes: repeated('\\'),
  spaces: repeated(' \n'),
  tabs: repeated('\t'),
  'lines of one letter': repeated('a\n'),
  'paragraphs of one letter': repeated('a\n\n'),
  'line breaks': repeated('a  \n'),
  'one line': repeated('word '),
  'Chinese in one line': repeated('汉字，'),
  rules: repeated('---\n'),
  'a table of many columns': wideTable,
  'a table of many rows': narrowTable('|a|b|\n|-|-|\n', '|c|d|\n'),
  'a table of short rows and many columns': manyRowsFewCells,
  'tables of short rows and many columns, each ended by a heading': repeated(`${row(40, 'a')}${row(40, '-')}x\n# a\n`),
  'tables that are only a head, each ended by a heading': repeated('|a|\n|-|\n# a\n'),
  'tables that are only a head': repeated('|a|\n|-|\n\n'),
  'lines that could be tables': repeated('|a\n|-\n'),
  columns: repeated('|'),
  'a table of fields': narrowTable('|name|type|required|description|\n|-|-|-|-|\n', '|a|b|yes|c|\n'),
  'a table of fields of many depths': (length) =>
    numbered((n) => `|${'-'.repeat(n % 300)}a${n}|object|c|\n`, '|name|type|description|\n|-|-|-|\n')(length),
  'a table of fields of dotted names': (length) =>
    numbered((n) => `|${'a.'.repeat(n % 100)}b|object|c|\n`, '|name|type|description|\n|-|-|-|\n')(length),
  'a table of fields of many columns': (length) => {
    const columns = Math.max(4, Math.floor(length / 14))
    return `|name|type|description|${'a|'.repeat(columns)}\n|-|-|-|${'-|'.repeat(columns)}\n|b|c|d|${'e|'.repeat(columns)}\n`
  },
  'callouts in callouts': repeated('::: tip\n'),
  'callouts in callouts that close': nested('::: tip\n', ':::\n', 'a\n'),
  'callouts with titles': repeated('::: tip a *b* c\na\n:::\n'),
  'callouts that never close, each in a list': repeated('- ::: tip\n'),
  'details in details': repeated('::: details a\n'),
  'details with long titles': repeated(`::: details ${'*a'.repeat(200)}\n:::\n`),
  alerts: repeated('> [!NOTE]\n> a\n\n'),
  'alerts in alerts': numbered((n) => `${'> '.repeat(n % 90)}[!NOTE]\n`),
  footnotes: halves(
    numbered((n) => `[^${n}] `),
    numbered((n) => `[^${n}]: a\n\n`),
  ),
  'one footnote again and again': (length) => `[^a]: b\n\n${repeated('[^a]')(length)}`,
  'footnotes that name the next': numbered((n) => `[^${n}]: a [^${n + 1}]\n\n`, '[^0]\n\n'),
  'footnotes that name all others': (length) => {
    const count = Math.max(2, Math.floor(Math.sqrt(length / 7)))
    const all = Array.from({ length: count }, (_, n) => `[^${n}]`).join('')
    return Array.from({ length: count }, (_, n) => `[^${n}]: ${all}\n\n`).join('') + all
  },
  'footnotes in footnotes': repeated('^['),
  'footnotes in footnotes that close': nested('^[a ', ']'),
  'footnotes in a line': repeated('^[a] '),
  'definitions of footnotes in definitions': repeated('[^a]: '),
  'elements in elements': repeated('<b><i>'),
  'elements in elements after a word': (length) => `x${repeated('<b><i>')(length)}`,
  'elements in elements that close': nested('<b>', '</b>'),
  'boxes in boxes': repeated('<div>'),
  'boxes in boxes, line by line': repeated('<div>\n\n'),
  'boxes in boxes that close': nested('<div>', '</div>'),
  'elements that only close': repeated('</b>'),
  'elements that close nothing, below many': halves(repeated('<b>'), repeated('</i>')),
  'elements that are not allowed': repeated('<foo>'),
  'elements that are not allowed, closed': nested('<foo>', '</foo>'),
  'elements that are not allowed, in sequence': repeated('<foo>a</foo>'),
  'tables in tables': repeated('<table><tr><td>'),
  'lists in HTML': repeated('<ul><li>'),
  'paragraphs in HTML': repeated('<p>'),
  'details in HTML': repeated('<details><summary>a</summary>'),
  drawings: repeated('<svg>'),
  'formulas in HTML': repeated('<math><mrow>'),
  fonts: repeated('<font color=red>'),
  'links in HTML': repeated('<a href="b">'),
  'links to scripts in HTML': repeated('<a href="javascript:a">b'),
  styles: repeated('<span style="color:red;width:1px;top:0">a</span>'),
  'a style without end': (length) => `<span style="${repeated('color:red;')(length)}">a</span>`,
  attributes: (length) => `<b ${numbered((n) => `a${n}=b `)(length)}>c</b>`,
  'attributes without end': (length) => `<b ${repeated('a="b" ')(length)}`,
  classes: (length) => `<b class="${repeated('code ')(length)}">c</b>`,
  'tags that never end': repeated('<a '),
  'tags that never end, in quotes': repeated('<a href="'),
  'comments that never end': repeated('<!--'),
  comments: repeated('<!-- a -->'),
  'comments of dashes': repeated('<!-- - -- '),
  'CDATA that never ends': repeated('<![CDATA['),
  'declarations that never end': repeated('<!A '),
  'instructions that never end': repeated('<?'),
  scripts: repeated('<script>'),
  'scripts that end': repeated('<script>a</script>'),
  'text areas that never end': repeated('<textarea>'),
  'points that open': repeated('<'),
  'points that close': repeated('>'),
  'pictures as data': (length) => `![a](data:image/png;base64,${'A'.repeat(length)})`,
  'addresses with hidden marks': repeated('[a](j\u200ba\u00adv:b) '),
  emoji: repeated(':smile: 😀 '),
  'accents on one letter': (length) => `# a${repeated('\u0301')(length)}`,
  zeros: repeated('\u0000'),
  'what an API client writes': (length) => `{"info":{"url":"${'a'.repeat(length)}"}}`,
  'open brackets as an API client writes them': repeated('{"info":'),
}

/** Realistic pages of the maximum length. They must be rendered completely. */
export const longPages: Record<string, Write> = {
  prose: repeated('The server keeps **every version** of a page, see [history](/h) and `page/history`.\n\n'),
  Chinese: repeated('服务器会保留页面的**每个版本**，参见[历史版本](/h)与 `page/history`。\n\n'),
  'a table of rows': narrowTable('|编号|名称|价格|\n|-|-|-|\n', '|1024|无线鼠标|¥99.00|\n'),
  'a table of fields': narrowTable('|参数|类型|必选|说明|\n|-|-|-|-|\n', '|order_id|string|是|订单编号|\n'),
  lists: repeated('- one thing\n  - below it\n'),
  code: repeated(`\`\`\`js\n${'const order = await load(1) // one\n'.repeat(12)}\`\`\`\n\n`),
  manual: numbered(
    (n) => `## Part ${n}\n\nText with a [link](/${n}), a formula $a_${n % 50}$ and a note.\n\n> [!TIP]\n> Keep it.\n\n- [ ] done\n\n`,
  ),
}
