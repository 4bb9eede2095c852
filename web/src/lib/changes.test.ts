import { QueryObserver } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import { api, makeQueryClient } from './api.ts'
import { isCreation, refreshAfter } from './changes.ts'

type Answer = (rows: string) => void

describe('data on screen after a write', () => {
  it('is the new state, even if a fetch was running when the write started', async () => {
    const client = makeQueryClient()
    const answers: Answer[] = []
    const list = new QueryObserver(client, {
      queryKey: ['adminItem', 'getList', { item_name: 'Ledger' }],
      queryFn: () => new Promise<string>((answer) => answers.push(answer)),
    })
    list.subscribe(() => {})
    expect(answers).toHaveLength(1)
    const written = refreshAfter(client, api.adminItem.attorn, { item_id: '7', username: 'emma' })
    await expect.poll(() => answers.length).toBe(2)
    answers[0]?.('of the old owner')
    answers[1]?.('of the new owner')
    await written
    await expect.poll(() => list.getCurrentResult().data).toBe('of the new owner')
    expect(list.getCurrentResult().isFetching).toBe(false)
  })

  it('is read again when its screen was left during a fetch that began before the write', async () => {
    const client = makeQueryClient()
    const answers: Answer[] = []
    const queryKey = ['page', 'view', { page_id: '12' }]
    const options = { queryKey, queryFn: () => new Promise<string>((answer) => answers.push(answer)), staleTime: 60_000 }
    client.setQueryData(queryKey, 'first')
    await client.invalidateQueries({ queryKey })
    const leave = new QueryObserver(client, options).subscribe(() => {})
    expect(answers).toHaveLength(1)
    leave()
    await refreshAfter(client, api.source.release, { source_id: '3' })
    answers[0]?.('of before the write')
    await expect.poll(() => client.getQueryData(queryKey)).toBe('of before the write')
    const page = new QueryObserver(client, options)
    page.subscribe(() => {})
    await expect.poll(() => answers.length).toBe(2)
    answers[1]?.('new')
    await expect.poll(() => page.getCurrentResult().data).toBe('new')
  })
})

/** Whether each read is out of date after the call. */
async function isOutdated(call: { path: string }, input: object, reads: [{ path: string }, fields: object, data: unknown][]) {
  const client = makeQueryClient()
  const keys = reads.map(([{ path }, fields, data]) => {
    const key = [...path.split('/'), fields]
    client.setQueryData(key, data)
    return key
  })
  await refreshAfter(client, call, input)
  return keys.map((key) => client.getQueryState(key)?.isInvalidated)
}

describe('a call makes outdated', () => {
  it('the reads of its own module, unless its entry lists others', async () => {
    const reads: Parameters<typeof isOutdated>[2] = [
      [api.member.getList, { item_id: '7' }, []],
      [api.user.allUser, { username: '' }, []],
    ]
    expect(await isOutdated(api.member.save, { item_id: '7' }, reads)).toEqual([true, false])
    expect(await isOutdated(api.adminUser.update, { uid: '2' }, reads)).toEqual([false, true])
  })

  it('of the data of items only that of the items it names', async () => {
    const reads: Parameters<typeof isOutdated>[2] = [
      [api.item.info, { item_id: '7' }, { item_id: '7' }],
      [api.item.info, { item_id: 'shop' }, { item_id: '8' }],
      [api.item.info, { item_id: '9' }, { item_id: '9' }],
      [api.item.myList, {}, [{ item_id: '7' }]],
    ]
    expect(await isOutdated(api.page.save, { item_id: '7', page_id: '3' }, reads)).toEqual([true, false, false, true])
    expect(await isOutdated(api.page.move, { item_id: '7', to_item_id: '8' }, reads)).toEqual([true, true, false, true])
    expect(await isOutdated(api.page.delete, { page_id: '3' }, reads)).toEqual([true, true, true, true])
    expect(await isOutdated(api.item.pwd, { item_id: 'shop', page_id: '0' }, reads)).toEqual([true, true, true, true])
  })
})

it('an input creates an entry if it names no existing one', () => {
  expect(isCreation('team/save', { team_name: 'Support' })).toBe(true)
  expect(isCreation('team/save', { id: '4', team_name: 'Support' })).toBe(false)
  expect(isCreation('catalog/save', { cat_id: '', cat_name: 'Orders' })).toBe(true)
  expect(isCreation('suggestion/save', { suggestion_id: '0', reason: '' })).toBe(true)
  expect(isCreation('item/add', { item_name: 'Shop' })).toBe(true)
  expect(isCreation('team/delete', { id: '4' })).toBe(false)
})
