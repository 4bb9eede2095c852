import { useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { accountChanges, api, onLoginInvalid, onMustEnrol, onNoAccess } from '../lib/api.ts'
import { type Account, readBoot, useBoot } from '../lib/boot.ts'
import { paths } from '../lib/paths.ts'
import { stored } from '../lib/stored.ts'
import { forgetOthers } from './console-keys.ts'

/* The signed-in account. The server sends it with each HTML page; login, logout and the error loginInvalid change it here. */
const listeners = new Set<() => void>()
let account: Account | null | undefined
/** The session ended without a sign-out in this page, and no one has signed in since. */
let hasEnded = false
export const sessionHasEnded = () => hasEnded

const get = () => (account === undefined ? readBoot().account : account)

export function setAccount(next: Account | null) {
  if (next?.uid !== get()?.uid) accountChanges.count++
  account = next
  hasEnded &&= next === null
  forgetOthers(next?.uid)
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The signed-in account, or null for an anonymous visitor. */
export function useAccount() {
  const { account: initial } = useBoot()
  return useSyncExternalStore(subscribe, get, () => initial)
}

/** Ends the session and clears what it left in this browser. Drafts are kept. */
function useEndSession() {
  const queries = useQueryClient()
  return async () => {
    // Older scripts of the page read the session from this key (SPEC 7).
    stored.remove('userinfo')
    const left = await api.user.logout({}).catch(() => [])
    queries.clear()
    setAccount(null)
    return left
  }
}

/** Ends the session and opens the login. */
export function useLogout() {
  const end = useEndSession()
  return async () => {
    const left = await end()
    // The session here has ended; at the provider the browser ends the one there.
    location.assign('provider' in left ? left.provider : readBoot().base + paths.login())
  }
}

/** Ends the session and opens the login, which leads back to this address. */
export function useSwitchAccount() {
  const end = useEndSession()
  return async (back: string) => {
    await end()
    location.assign(readBoot().base + paths.login(back))
  }
}

/** The account must set up a second step before anything else. */
let isEnrolling = false
export const mustEnrol = () => isEnrolling
export const setEnrolling = (next: boolean) => {
  isEnrolling = next
}

/** In the editor the user gets an error message and stays on the screen, so that no text is lost. */
const isWriting = (path: string) => path.startsWith('/page/edit/')

/**
 * Called once by main.tsx: when the session has ended, opens the login with a redirect to the current address. What visitors may call
 * as well is then refused as to a visitor, so such a refusal asks whether the session is still there.
 */
export function followLoginInvalid(go: (path: string) => void) {
  const address = () => location.pathname.slice(readBoot().base.length) + location.search
  /** Where the refusal came, while the question goes on: until its answer the screen can lead to that of the visit password. */
  let refusedAt: string | undefined
  onNoAccess.notify = () => {
    if (refusedAt !== undefined || !get()) return
    refusedAt = address()
    void api.user
      .info({})
      .catch(() => {})
      .finally(() => {
        refusedAt = undefined
      })
  }
  onLoginInvalid.notify = () => {
    const here = refusedAt ?? address()
    if (isWriting(here)) return
    hasEnded ||= Boolean(get())
    setAccount(null)
    // Several calls can be refused together: a second entry of the login would keep Back from leading to the page.
    if (!address().startsWith('/user/')) go(paths.login(here))
  }
}

/** Called once by main.tsx: leads to the setup of a second step that the site requires, and back to the current address afterwards. */
export function followMustEnrol(go: (path: string) => void) {
  onMustEnrol.notify = () => {
    const here = location.pathname.slice(readBoot().base.length) + location.search
    if (isWriting(here) || here.startsWith(paths.security())) return
    setEnrolling(true)
    go(paths.security(here))
  }
}
