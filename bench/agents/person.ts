import type { BenchServer } from '../servers.ts'

/** The administrator of a server of the benchmarks. */
export interface Person {
  uid: number
  session: string
  headers: { authorization: string }
  call: <T>(path: string, fields: Record<string, string>) => Promise<T>
}

export async function signIn({ url }: BenchServer): Promise<Person> {
  const call = async <T>(path: string, fields: Record<string, string>, headers: Record<string, string> = {}): Promise<T> => {
    const answer = await (await fetch(`${url}/api/${path}`, { method: 'POST', body: new URLSearchParams(fields), headers })).json()
    if (answer.error_code) throw new Error(`${path}: ${answer.error_message}`)
    return answer.data
  }
  const { uid, user_token } = await call<{ uid: string; user_token: string }>('user/login', {
    username: 'admin',
    password: 'admin-password-1',
  })
  const headers = { authorization: `Bearer ${user_token}` }
  return { uid: Number(uid), session: user_token, headers, call: (path, fields) => call(path, fields, headers) }
}

/** A token that can do what its level allows, for 30 days. */
export const makeToken = async ({ call }: Person, level: 1 | 3) =>
  (await call<{ token: string }>('token/save', { name: 'bench', level: String(level), days: '30' })).token
