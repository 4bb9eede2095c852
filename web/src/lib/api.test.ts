// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest'
import { ApiError, api, isError, isNetworkError, onLoginInvalid } from './api.ts'

const answerWith = (envelope: unknown) =>
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => Response.json(envelope)),
  )
afterEach(() => vi.unstubAllGlobals())

it('returns the data of the envelope', async () => {
  answerWith({ error_code: 0, error_message: '', data: { username: 'anna' } })
  expect(await api.user.info({})).toEqual({ username: 'anna' })
  const [address, request] = vi.mocked(fetch).mock.calls[0] as unknown as [string, RequestInit]
  expect([address, request.method]).toEqual(['/api/user/info', 'POST'])
})

it('throws a refusal with the message of the server', async () => {
  answerWith({ error_code: 10109, error_message: 'Somebody was faster', data: { version: '3' }, error_name: 'versionOutdated' })
  const error = await api.page.info({ page_id: 1 }).catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ code: 10109, message: 'Somebody was faster', data: { version: '3' } })
  expect([isError(error, 'treeOutdated', 'versionOutdated'), isError(error, 'treeOutdated'), isNetworkError(error)]).toEqual([
    true,
    false,
    false,
  ])
})

it('reports an ended session unless redirect_login is false', async () => {
  const handler = vi.spyOn(onLoginInvalid, 'notify')
  answerWith({ error_code: 10102, error_message: 'Please log in', data: null, error_name: 'loginInvalid' })
  await expect(api.user.info({})).rejects.toBeInstanceOf(ApiError)
  expect(handler).toHaveBeenCalledTimes(1)
  await expect(api.user.info({ redirect_login: false } as never)).rejects.toBeInstanceOf(ApiError)
  expect(handler).toHaveBeenCalledTimes(1)
})

it('throws a network error when no response arrives', async () => {
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('network')
  })
  await expect(api.user.info({})).rejects.toMatchObject({ code: 0, message: expect.stringContaining('cannot be reached') })
})

it.each(['<html>413 Request Entity Too Large</html>', '{"message":"too large"}'])(
  'says that a proxy refuses the size, which is no lost connection: %s',
  async (body) => {
    vi.stubGlobal('fetch', async () => new Response(body, { status: 413 }))
    const error = await api.page.save({ page_id: 1 } as never).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ code: 413, message: expect.stringContaining('refuses content of this size') })
    expect(isNetworkError(error)).toBe(false)
  },
)

it.each([403, 429])('says that a proxy refuses a call, which is no lost connection: %i', async (status) => {
  vi.stubGlobal('fetch', async () => new Response('<html>Request blocked</html>', { status }))
  const error = await api.page.save({ page_id: 1 } as never).catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ code: status, message: expect.stringMatching(`proxy or firewall.*status ${status}`) })
  expect(isNetworkError(error)).toBe(false)
})

it.each([502, 408])('takes an answer %i of a proxy for no answer of the server', async (status) => {
  vi.stubGlobal('fetch', async () => Response.json({ message: 'no upstream' }, { status }))
  await expect(api.user.info({})).rejects.toMatchObject({ code: 0, message: expect.stringContaining('cannot be reached') })
})

it('aborts a call after 20 seconds with a network error', async () => {
  const clock = new AbortController()
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(clock.signal)
  vi.stubGlobal('fetch', (_address: string, { signal }: RequestInit) => new Promise((_, no) => signal?.addEventListener('abort', no)))
  const call = api.user.info({})
  expect(timeout).toHaveBeenCalledWith(20_000)
  clock.abort()
  await expect(call).rejects.toMatchObject({ code: 0, message: expect.stringContaining('cannot be reached') })
  timeout.mockRestore()
})
