import { words } from '../lib/words.ts'

/** Parts that may have been renamed. */
export const renamedWords = words({
  title: 'Renamed?',
  help: 'These parts were removed, and very similar ones are new. If a part was renamed, its page keeps its texts, links and history.',
  question: ['Is {now} the former {former}?', 'now', 'former'],
  gone: 'Removed',
  isNew: 'New',
  inBin: 'Its page is in the recycle bin and would come back.',
  yes: 'Yes, the same',
  no: 'No, a different one',
  about: ['{answer}: {now}', 'answer', 'now'],
  done: 'The former page shows the new part',
  kept: 'The former page shows the new part. The page made for it stays, because people have changed it.',
  refused: 'They remain separate parts',
})

/** Pages of parts that are gone. */
export const goneWords = words({
  title: 'No longer in the description',
  help: 'These pages stay because people have edited them, or because the source keeps all pages. They show the last version from the description.',
  since: ['removed in {label}', 'label'],
  version: ['version {n}', 'n'],
  writer: ['last saved by {name}', 'name'],
  keep: 'Keep as plain text',
  bin: 'Move to the recycle bin',
  about: ['{action}: {page}', 'action', 'page'],
  binTitle: ['Move “{page}” to the recycle bin?', 'page'],
  binText: 'It can be restored for 30 days. If the description has the part again, its page comes back.',
  binned: ['“{page}” is in the recycle bin', 'page'],
})

/** Accepting changes, and what builds have compared. */
export const acceptWords = words({
  accept: 'Accept…',
  acceptOf: ['Accept… {change}', 'change'],
  title: 'Accept this change?',
  text: 'Builds that run with --fail-on no longer fail because of it.',
  reason: 'Reason',
  reasonHelp: 'Shown with your name next to the change.',
  reasonMissing: 'Please enter a reason',
  action: 'Accept',
  done: 'The change is accepted',
  accepted: ['Accepted by {name}, {when}: {reason}', 'name', 'when', 'reason'],
  takeBack: 'Undo',
  takeBackOf: ['Undo: {change}', 'change'],
  takenBack: 'The change is no longer accepted',
  checks: 'Found by a build, not applied yet',
  checksHelp:
    'A build has compared a version with what pages show. If a manager accepts these changes, the build no longer fails because of them.',
  checked: ['compared {when}', 'when'],
  noBranch: 'without a branch',
})
