import { useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { api, onLoginInvalid } from '../lib/api.ts'
import { type Account, readBoot, useBoot } from '../lib/boot.ts'
import { paths } from '../lib/paths.ts'
import { stored } from '../lib/stored.ts'

/*
 * Who is logged in. The server says so with each HTML page; login, logout and a 10102 change it here.
 */
const listeners = new Set<() => void>()
let account: Account | null | undefined

const get = () => (account === undefined ? readBoot().account : account)

export function setAccount(next: Account | null) {
  account = next
  for (const tell of listeners) tell()
}

const subscribe = (tell: () => void) => {
  listeners.add(tell)
  return () => void listeners.delete(tell)
}

/** The account of whoever sits here, or null for a visitor. */
export function useAccount() {
  const { account: atFirst } = useBoot()
  return useSyncExternalStore(subscribe, get, () => atFirst)
}

/** Ends the session, forgets what was read with it and shows the login. */
export function useLogout() {
  const queries = useQueryClient()
  return async () => {
    // What older scripts of the page expect of a session (SPEC 7); drafts stay.
    stored.remove('userinfo')
    await api.user.logout({}).catch(() => {})
    queries.clear()
    setAccount(null)
    location.assign(readBoot().base + paths.login())
  }
}

/** Where somebody writes: they are told, and stay with their text. */
const isWriting = (path: string) => path.startsWith('/page/edit/')

/** Called once by main.tsx: a session that ended leads to the login with the way back. */
export function followLoginInvalid(go: (path: string) => void) {
  onLoginInvalid.tell = () => {
    const here = location.pathname.slice(readBoot().base.length) + location.search
    if (isWriting(here)) return
    setAccount(null)
    if (!here.startsWith('/user/')) go(paths.login(here))
  }
}
