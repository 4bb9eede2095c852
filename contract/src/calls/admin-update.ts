import * as z from 'zod'
import { read, write } from '../call.ts'
import { digits, flag, text } from '../fields.ts'

/*
 * Updating from the browser (SPEC 2, 4, 7; D11): nothing of it unless the operator named a source and its key. What comes from there
 * counts by its signature alone, and where it comes from is never the caller's choice (S89).
 */

/** Why there is no updating from here: not wanted, in a container, not started by something that could start another version, or one of several servers. */
export const updateStates = ['ready', 'off', 'container', 'unsupervised', 'several'] as const

/** How this installation came to be, for the words on how to update it by hand. */
export const installedBy = ['git', 'docker', 'folder'] as const

const updateStatus = z.object({
  version: z.string(),
  /** '' when there is nothing newer, and then the next two are as well. */
  new_version: z.string(),
  file_url: z.string(),
  /** Where it says what is new, if anywhere. */
  url: z.string(),
  /** Bytes of the package. */
  size: digits,
  /** 1 when it lies here already, checked. */
  is_staged: digits,
  state: z.enum(updateStates),
  installed_by: z.enum(installedBy),
  /** Where new versions come from. */
  source: z.string(),
  /** 1 on PostgreSQL: its copy is the operator's to make. */
  needs_backup: digits,
  /** The last one that did not start; the version before and its database are back. */
  failed: z.union([z.object({ version: z.string(), problem: z.string() }), z.null()]),
})

export const adminUpdate = {
  /** The source is asked once in ten minutes; `again` asks it now. */
  checkUpdate: read('admin', { again: flag }, updateStatus),
  /** Version and address may be left out; given, they must be those of the last check. With is_staged 0 it goes on: ask again. */
  download: write(
    'admin',
    { new_version: text(), file_url: text(2000), password: text(1000) },
    z.object({ new_version: z.string(), is_staged: digits }),
  ),
  /** Answers, and then the server goes away and comes back as the new version, or as the old one. */
  updateFiles: write('admin', { password: text(1000), has_backup: flag }, z.object({ new_version: z.string() })),
}
