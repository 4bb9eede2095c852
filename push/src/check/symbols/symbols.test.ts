import { expect, it } from 'vitest'
import { SealedFile } from '../seal.ts'

const see = (path: string, text: string, selector: string) => new SealedFile(path, Buffer.from(text)).see(selector)

/** Declarations with `SEEN` in their bodies. Each is one that a parser of brackets can end too early, at a comma or a brace of a type. */
const bodies: [path: string, selector: string, text: string][] = [
  ['a.ts', 'f', 'export function f(): Map<string, number> {\n  return SEEN\n}\n'],
  ['a.ts', 'f', 'function f(): Map<{ a: A }, B> {\n  return SEEN\n}\n'],
  ['a.ts', 'f', 'function f(): { a: A, b: B } {\n  return SEEN\n}\n'],
  ['a.ts', 'Orders.find', 'class Orders {\n  async find(id: Id): Promise<Result<Order, Gone>> {\n    return SEEN\n  }\n}\n'],
  ['a.tsx', 'Row', 'class Row extends React.Component<{ id: string }, State> {\n  render() { return SEEN }\n}\n'],
  ['a.tsx', 'Row.render', 'class Row extends React.Component<{ id: string }, State> {\n  render() { return SEEN }\n}\n'],
  ['a.ts', 'f', 'async function f<Row extends { name: string }>(rows: Row[]) {\n  return SEEN\n}\n'],
  ['a.ts', 'f', 'function f(\n  part: Part,\n): part is { a: A } & Part {\n  return SEEN\n}\n'],
  ['a.ts', 'Mail', 'class Mail extends Base<\n  Props,\n  State\n> {\n  subject() { return SEEN }\n}\n'],
  ['a.ts', 'defaults', 'const defaults: Required<\n  Config\n> = freeze({\n  most: SEEN,\n})\n'],
  ['a.ts', 'entry', `const entry = (id: string, more: string) => \`\nid: 1\n\${more}\nSEEN: \${id}\n\`\n`],
  ['a.ts', 'Order.user', 'class Order {\n  @Key<User>(SEEN)\n  user: string\n}\n'],
  ['a.js', 'Order', 'function Order() {}\nOrder.prototype = { total() { return SEEN } }\n'],
  ['a.rs', 'f', 'pub fn f() -> Result<A, Box<dyn Error>> {\n    SEEN\n}\n'],
  ['a.rs', 'f', "fn f() -> impl Iterator<Item = A> + 'static {\n    SEEN\n}\n"],
  ['a.rs', 'f', 'fn f<T>() -> u8\nwhere\n    T: A<B>,\n    U: C,\n{\n    SEEN\n}\n'],
  ['a.kt', 'f', 'fun f(): Map<String, Int> {\n    return SEEN\n}\n'],
  ['a.kt', 'f', 'fun f(): Map<String, Int> = SEEN\n'],
  ['a.swift', 'f', 'func f() -> Result<A, B> {\n    return SEEN\n}\n'],
  ['a.swift', 'f', 'func f<T, U>() -> T where T: A, U: B {\n    return SEEN\n}\n'],
  ['a.java', 'f', 'class A {\n  void f() throws IOException, SQLException {\n    SEEN();\n  }\n}\n'],
  ['a.java', 'read', 'class A {\n  Reader f() {\n    return new Reader() {\n      int read() throws E { return SEEN; }\n    };\n  }\n}\n'],
  ['a.cs', 'f', 'class A {\n  T f<T, U>() where T : A, B where U : C {\n    return SEEN;\n  }\n}\n'],
  ['a.cpp', 'f', 'auto f() -> std::map<int, A> {\n  return SEEN;\n}\n'],
  ['a.cpp', 'A.A', 'class A {\n  A(int x) : y(x < 3), B<int, C>(x), z{1} {\n    SEEN;\n  }\n};\n'],
  ['a.dart', 'A', 'class A {\n  A(this.x) : y = x < 3, z = 1 {\n    SEEN;\n  }\n}\n'],
]

it.each(bodies)('%s: the seal of %s has its body', (path, selector, text) => {
  const [before, after] = [see(path, text, selector), see(path, text.replace('SEEN', 'CHANGED'), selector)]
  expect(before).toMatchObject({ seal: expect.any(String) })
  expect(after).toMatchObject({ seal: expect.any(String) })
  expect(after).not.toEqual(before)
})

it('of two members between commas, only the changed one has another seal', () => {
  const text = 'interface Orders { all(): Map<Id, Order>, find(): Order, count(): SEEN }\n'
  const changed = text.replace('SEEN', 'number')
  expect(see('a.ts', changed, 'Orders.find')).toEqual(see('a.ts', text, 'Orders.find'))
  expect(see('a.ts', changed, 'Orders.count')).not.toEqual(see('a.ts', text, 'Orders.count'))
})

const found: [path: string, selector: string, line: number, text: string][] = [
  // The first statement of a file without a namespace.
  ['a.php', 'Orders', 2, '<?php\nclass Orders { public function list() {} }\n'],
  ['a.php', 'Orders.list', 2, '<?php\nclass Orders { public function list() {} }\n'],
  ['a.php', 'MAX', 3, '<?php\n\nconst MAX = 1;\n'],
  ['a.php', 'Orders', 3, '<p>\n</p>\n<?php class Orders {}\n'],
  ['a.cs', 'Gone', 2, '#if X\n[Serializable]\n#endif\npublic class Gone : Problem {\n  public int Code() { return 1; }\n}\n'],
  ['a.cs', 'Gone.Code', 5, '#if X\n[Serializable]\n#endif\npublic class Gone : Problem {\n  public int Code() { return 1; }\n}\n'],
  ['a.cs', 'B', 5, 'class A {\n  void F(int x)\n#pragma warning restore X1\n  { }\n  void B() { }\n}\n'],
  ['a.rs', 'Request', 1, 'pub trait Request: sealed::Sealed + Sized {\n    fn path(&self);\n}\n'],
  // Words that are modifiers in another language.
  ['a.ts', 'ref', 1, 'export function ref(value) { return value }\n'],
  ['a.ts', 'object', 1, 'export const object = make()\n'],
  ['a.js', 'constructor', 4, 'class A {\n  #text\n  #at\n  constructor(text) { this.#text = text }\n}\n'],
  ['a.js', 'A.text', 2, 'class A {\n  #text\n  #at\n  constructor(text) { this.#text = text }\n}\n'],
  ['a.ts', 'A.const', 1, 'class A { const(name: string) { return name } }\n'],
  ['a.ts', 'Query.where', 3, 'class Query {\n  name: string\n  where?: string\n}\n'],
  ['a.kt', 'Orders', 4, 'package shop\nimport orders.*\n\nclass Orders { fun all() {} }\n'],
  ['a.scala', 'Orders', 3, 'import orders.*\n\ntrait Orders {\n  def all = 1\n}\n'],
  ['a.cpp', 'A.f', 4, 'class A {\n  MACRO(x)\n#if B\n  int f() { return 1; }\n#endif\n};\n'],
  ['a.c', 'f', 3, 'MACRO(x)\n#if B\nint f(void) { return 1; }\n#endif\n'],
  // A method and a field of one name.
  ['a.php', 'Order::total()', 4, '<?php\nclass Order {\n  private $total = 0;\n  public function total() { return $this->total; }\n}\n'],
  ['a.php', 'Order::$total', 3, '<?php\nclass Order {\n  private $total = 0;\n  public function total() { return $this->total; }\n}\n'],
  ['a.java', 'Order.size()', 3, 'class Order {\n  private int size;\n  int size() { return size; }\n}\n'],
  // What is exported below is declared once.
  ['a.js', 'total', 2, 'exports.total = total\nfunction total() { return 1 }\n'],
  ['a.js', 'total', 1, 'function total() { return 1 }\nmodule.exports = { total, find }\n'],
  ['a.js', 'find', 2, 'function total() { return 1 }\nmodule.exports = { total, find }\n'],
  ['a.ts', 'Orders.orders$', 2, 'class Orders {\n  orders$ = of(1)\n}\n'],
  ['a.rb', 'Orders.app=', 2, 'class Orders\n  def app=(base)\n    @app = base\n  end\nend\n'],
  ['a.php', 'A.class', 2, '<?php\nclass A { public function class() {} }\n'],
]

it.each(found)('%s declares %s in line %i', (path, selector, line, text) => {
  expect(see(path, text, selector)).toMatchObject({ seal: expect.any(String), line })
})
