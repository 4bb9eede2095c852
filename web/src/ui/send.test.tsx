// @vitest-environment jsdom
import '../test/browser.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { api, read } from '../lib/api.ts'
import { answer, refuse, resetAnswers, sentRequests } from '../test/answer.ts'
import { withQueries } from '../test/screen.tsx'
import { useSend } from './send.ts'
import { closeToast, getToasts } from './toast.tsx'

afterEach(() => {
  cleanup()
  resetAnswers()
  for (const { id } of getToasts()) closeToast(id)
})

const render = <Result,>(hook: () => Result) => renderHook(hook, withQueries())
const sent = (path: string) => sentRequests.filter((request) => request.path === path).map(({ fields }) => fields)
const toasts = () => getToasts().map(({ text, kind, detail }) => [text, kind, detail])
const renamed = {
  id: '4',
  team_name: 'Core',
  uid: '1',
  username: 'root',
  addtime: '0',
  last_update_time: '0',
  memberCount: '0',
  itemCount: '0',
}
const loseNetwork = () =>
  answer(api.team.save, () => {
    throw new Error('offline')
  })

it('sends once while it is busy, and further inputs one after the other in a queue', async () => {
  let release = () => {}
  answer(api.team.delete, () => new Promise((resolve) => (release = () => resolve(1))))
  const once = render(() => useSend(api.team.delete))
  const first = once.result.current.send({ id: '4' })
  expect(once.result.current.send({ id: '5' })).toBe(first)
  await waitFor(() => expect(once.result.current.busy).toBe(true))
  await act(async () => {
    release()
    await first
  })
  await waitFor(() => expect(once.result.current).toMatchObject({ busy: false, isDone: true, error: null }))
  expect(sent('team/delete')).toEqual([{ id: '4' }])

  const queued = render(() => useSend(api.team.delete, { queue: 'teams' }))
  const both = Promise.all([queued.result.current.send({ id: '6' }), queued.result.current.send({ id: '7' })])
  await waitFor(() => expect(sent('team/delete')).toHaveLength(2))
  release()
  await waitFor(() => expect(sent('team/delete')).toHaveLength(3))
  await act(async () => {
    release()
    await both
  })
  expect(sent('team/delete').map(({ id }) => id)).toEqual(['4', '6', '7'])
})

it('is done when the reads that the call changes are fetched again', async () => {
  let rows = ['old']
  answer(api.itemGroup.delete, 1)
  const { result } = render(() => {
    const list = useQuery({ queryKey: read(api.itemGroup.getList, {}).queryKey, queryFn: async () => rows })
    return { list: list.data, queries: useQueryClient(), ...useSend(api.itemGroup.delete) }
  })
  await waitFor(() => expect(result.current.list).toEqual(['old']))
  rows = []
  await act(() => result.current.send({ id: '4' }))
  expect(result.current.queries.getQueryData(read(api.itemGroup.getList, {}).queryKey)).toEqual([])
})

it('fetches the reads again when the answer is lost or the entry is gone, because the call may be done', async () => {
  let rows = ['old', 'older']
  const { result } = render(() => {
    const list = useQuery({ queryKey: read(api.team.getList, {}).queryKey, queryFn: async () => rows })
    return { list: list.data, ...useSend(api.team.delete) }
  })
  await waitFor(() => expect(result.current.list).toEqual(['old', 'older']))
  const fails = async (id: string) => act(() => result.current.send({ id }).catch(() => {}))
  rows = ['old']
  refuse(api.team.delete, 'noPermission')
  await fails('4')
  expect(result.current.list).toEqual(['old', 'older'])
  answer(api.team.delete, () => {
    throw new Error('offline')
  })
  await fails('4')
  await waitFor(() => expect(result.current.list).toEqual(['old']))
  rows = []
  refuse(api.team.delete, 'notFound')
  await fails('5')
  await waitFor(() => expect(result.current.list).toEqual([]))
})

it('leaves the screen as it is when the answer to a creation is lost, because the next try gets it', async () => {
  let reads = 0
  const { result } = render(() => {
    useQuery({ queryKey: read(api.team.getList, {}).queryKey, queryFn: async () => ++reads })
    return useSend(api.team.save)
  })
  await waitFor(() => expect(reads).toBe(1))
  loseNetwork()
  await act(() => result.current.send({ team_name: 'Support' }).catch(() => {}))
  expect(reads).toBe(1)
  answer(api.team.save, renamed)
  await act(() => result.current.send({ team_name: 'Support' }))
  expect(reads).toBe(2)
})

it('is done when a deletion is repeated after no answer and the entry is gone', async () => {
  const { result } = render(() => useSend(api.page.delete, { done: 'Deleted' }))
  const remove = (page_id: string) => act(() => result.current.send({ page_id }).catch((error: unknown) => error))
  refuse(api.page.delete, 'noVisit', 'No access')
  expect(await remove('4')).toMatchObject({ error: 'noVisit' })
  answer(api.page.delete, () => {
    throw new Error('offline')
  })
  expect(await remove('4')).toMatchObject({ code: 0 })
  refuse(api.page.delete, 'noVisit', 'No access')
  expect(await remove('5')).toMatchObject({ error: 'noVisit' })
  answer(api.page.delete, () => {
    throw new Error('offline')
  })
  await remove('4')
  await remove('4')
  refuse(api.page.delete, 'noVisit', 'No access')
  expect(await remove('4')).toBeUndefined()
  expect(toasts()).toEqual([['Deleted', 'ok', undefined]])
  expect(await remove('4')).toMatchObject({ error: 'noVisit' })
})

it('repeats the request_id only without an answer and with the same input', async () => {
  const { result } = render(() => useSend(api.team.save))
  const send = (fields: { id?: string; team_name: string }) => act(() => result.current.send(fields).catch(() => {}))
  loseNetwork()
  await send({ team_name: 'Support' })
  await waitFor(() => expect(result.current.error).toMatchObject({ code: 0 }))
  await send({ team_name: 'Support' })
  await send({ team_name: 'Support desk' })
  refuse(api.team.save, 'noPermission')
  await send({ team_name: 'Support desk' })
  await send({ team_name: 'Support desk' })
  answer(api.team.save, renamed)
  await send({ team_name: 'Support desk' })
  await send({ team_name: 'Support desk' })
  await send({ id: '4', team_name: 'Core' })
  const ids = sent('team/save').map(({ request_id }) => request_id)
  const order = ids.map((id) => ids.indexOf(id))
  expect(order).toEqual([0, 0, 2, 2, 4, 5, 6, 7])
  expect(sent('team/save').at(-1)).toEqual({ id: '4', team_name: 'Core' })
})

it('closes the message of an error when the same input succeeds', async () => {
  const { result } = render(() => useSend(api.team.delete, { failed: true }))
  const remove = (id: string) => act(() => result.current.send({ id }).then(undefined, () => {}))
  refuse(api.team.delete, 'unexpected', 'No 4')
  await remove('4')
  refuse(api.team.delete, 'unexpected', 'No 5')
  await remove('5')
  answer(api.team.delete, 1)
  await remove('4')
  expect(toasts()).toEqual([['No 5', 'bad', undefined]])
})

it('shows toasts of the result, and rejects with the typed error', async () => {
  answer(api.team.delete, 1)
  const onFailed = vi.fn()
  const { result } = render(() => [
    useSend(api.team.delete, { done: (_answer, { id }) => `Team ${id} deleted` }),
    useSend(api.team.delete, { failed: true, onFailed }),
    useSend(api.team.delete, { failed: 'Not deleted' }),
  ])
  await act(() => result.current[0]?.send({ id: '4' }))
  refuse(api.team.delete, 'noPermission', 'No')
  const refused = await act(() => result.current[1]?.send({ id: '5' }).catch((error: unknown) => error))
  await act(() => result.current[2]?.send({ id: '6' }).catch(() => {}))
  expect(refused).toMatchObject({ error: 'noPermission', message: 'No' })
  expect(onFailed).toHaveBeenCalledExactlyOnceWith(refused, { id: '5' })
  expect(toasts()).toEqual([
    ['Team 4 deleted', 'ok', undefined],
    ['No', 'bad', undefined],
    ['Not deleted', 'bad', 'No'],
  ])
})

it('still shows the toast after the user left the screen, but does nothing else', async () => {
  answer(api.team.delete, 1)
  const onDone = vi.fn()
  const { result, unmount } = render(() => useSend(api.team.delete, { done: 'Deleted', onDone }))
  const request = result.current.send({ id: '4' })
  unmount()
  await request
  expect(toasts()).toEqual([['Deleted', 'ok', undefined]])
  expect(onDone).not.toHaveBeenCalled()
})

it('refreshes the reads of several calls, also if one of them failed', async () => {
  const fetched = vi.fn(async () => [])
  const { result } = render(() => {
    useQuery({ queryKey: read(api.item.myList, {}).queryKey, queryFn: fetched })
    const failing = async () => {
      throw new TypeError('half done')
    }
    return useSend(failing, { changes: api.item.add })
  })
  await waitFor(() => expect(fetched).toHaveBeenCalledOnce())
  await act(() => result.current.send(undefined).catch(() => {}))
  await waitFor(() => expect(result.current.error).toMatchObject({ code: 0, message: 'half done' }))
  expect(fetched).toHaveBeenCalledTimes(2)
})

it('closes a dialog before a later refresh', async () => {
  answer(api.itemGroup.delete, 1)
  const events: string[] = []
  const { result } = render(() => {
    useQuery({ queryKey: read(api.itemGroup.getList, {}).queryKey, queryFn: async () => events.push('fetched') })
    return useSend(api.itemGroup.delete, { onDone: () => events.push('closed'), refresh: 'later' })
  })
  await waitFor(() => expect(events).toEqual(['fetched']))
  await act(() => result.current.send({ id: '4' }))
  await waitFor(() => expect(events).toEqual(['fetched', 'closed', 'fetched']))
})
