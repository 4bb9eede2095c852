import { beforeAll, expect, it } from 'vitest'
import { digestOf } from '../digest.ts'
import { onOneDatabase, type Product } from '../product.ts'
import { requestOf } from '../request.ts'
import { type EverySample, everySample } from '../samples/samples.ts'
import { makeWorld, type World } from '../samples/samples.world.ts'

/** Calls that answer without the foreign id: a list without it, or a report that names it as refused. They change nothing. */
const WITHOUT_IT = new Set([
  'item/info default_page_id',
  'teamItemMember/getList team_id',
  'catalog/getDefaultCat item_id',
  'catalog/getPagesBycat cat_id',
  'export/pages page_ids',
  'open/reportProofs results',
  'open/reportExamples results',
  'itemVariable/getList env_id',
  'flow/saveSort orders',
  'flow/setFlowPageEnabled ids',
  'change/getList page_id',
  'source/decide words',
  // People, and not ids of an item: those who can read the page.
  'subscription/savePage uids',
  'subscription/deletePage uids',
])
/** Tables that count failures and the use of keys, and the own calls that this one turns off because the list lacks them. */
const MAY_CHANGE: Record<string, string[]> = {
  'flow/setFlowPageEnabled ids': ['runapi_flow_page'],
  'subscription/savePage uids': ['watch'],
  'subscription/deletePage uids': ['watch'],
}
const COUNTS = ['throttle', 'item_key']
const isName = (field: string) => !/^(?:api_key|api_token|username|password|v_code)$/.test(field)

onOneDatabase('an id of another item', (product: Product) => {
  let own: World
  let other: World
  beforeAll(async () => {
    own = await makeWorld(product)
    other = await makeWorld(product)
    await other.alice.api.item.update({ item_id: other.item_id, item_name: 'Other world', password: 'closed to others' })
  })

  const send = (sample: EverySample, fields: Record<string, string>) =>
    product.send(requestOf(sample, fields, { cookie: own.alice.headers['cookie'] as string }))

  it('S218: among those of the own item is refused or has no effect, in every call with several', async () => {
    const wrong: unknown[] = []
    const without = new Set<string>()
    let count = 0
    let before = await digestOf(product, COUNTS)
    for (const sample of everySample.filter(({ path }) => !path.startsWith('user/'))) {
      const [mine, theirs] = [sample.fields(own), sample.fields(other)]
      const names = Object.keys(mine).filter((name) => isName(name) && mine[name] !== theirs[name])
      // A call with one name only is that of the permission matrix.
      if (names.length + ('api_key' in mine ? 1 : 0) < 2) continue
      for (const name of names) {
        count++
        const reply = await send(sample, { ...mine, [name]: theirs[name] as string })
        const isRefused = reply.json<{ error_code: number }>().error_code > 0 && reply.statusCode === 200
        if (!isRefused) without.add(`${sample.path} ${name}`)
        const after = await digestOf(product, COUNTS)
        const changed = Object.keys(after).filter(
          (table) => after[table] !== before[table] && !MAY_CHANGE[`${sample.path} ${name}`]?.includes(table),
        )
        before = after
        if (changed.length > 0) wrong.push([sample.path, name, changed, reply.body.slice(0, 200)])
      }
    }
    expect(wrong).toEqual([])
    expect([...without].sort()).toEqual([...WITHOUT_IT].sort())
    expect(count).toBeGreaterThan(60)
  })
})
