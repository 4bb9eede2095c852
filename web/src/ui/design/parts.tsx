import { Info } from 'lucide-react'
import { useState } from 'react'
import { ConfirmDialog } from '../confirm-dialog.tsx'
import { Dialog } from '../dialog.tsx'
import { Empty } from '../empty.tsx'
import { ErrorNote } from '../error-note.tsx'
import { Skeleton } from '../frame/skeleton.tsx'
import { toast } from '../toast.ts'
import { Buttons, Fields } from './fields.tsx'

const notes = {
  info: 'A draft from 16:21 was kept on this computer.',
  '': 'Emma Watts is editing this page.',
  bad: 'Not saved: no connection since 16:40.',
}

export function DesignParts() {
  const [open, setOpen] = useState<'dialog' | 'confirm' | null>(null)
  const close = () => setOpen(null)
  return (
    <section className="stack" style={{ gap: 20 }}>
      <h2 className="screen-title">Parts</h2>
      <Buttons />
      <div className="row" style={{ flexWrap: 'wrap' }}>
        <button type="button" className="btn" onClick={() => setOpen('dialog')}>
          Dialog
        </button>
        <button type="button" className="btn" onClick={() => setOpen('confirm')}>
          Confirmation
        </button>
        <button type="button" className="btn" onClick={() => toast('Link copied')}>
          Toast
        </button>
        <button
          type="button"
          className="btn"
          onClick={() => toast('“Book a carrier” moved to the recycle bin', 'ok', { action: { text: 'Undo', run: () => {} } })}
        >
          Toast with undo
        </button>
        <button
          type="button"
          className="btn"
          onClick={() => toast('The picture was not uploaded', 'bad', { detail: 'Use PNG, JPG, GIF, BMP or WebP.' })}
        >
          Error toast
        </button>
      </div>
      {open === 'dialog' && (
        <Dialog
          title="Rename “Orders”"
          onClose={close}
          onSubmit={close}
          actions={
            <button className="btn primary" type="submit">
              Rename
            </button>
          }
        >
          <label className="field">
            <span className="label">Name</span>
            <input className="input" defaultValue="Orders" />
          </label>
        </Dialog>
      )}
      {open === 'confirm' && (
        <ConfirmDialog title="Delete “Create an order”?" action="Delete the page" danger onConfirm={async () => {}} onClose={close}>
          It goes to the recycle bin and can be restored for 30 days.
        </ConfirmDialog>
      )}
      <Fields />
      {Object.entries(notes).map(([kind, text]) => (
        <div key={kind} className={`line-note ${kind}`}>
          <Info className="i" aria-hidden="true" />
          {text} <button type="button">Restore it</button>
        </div>
      ))}
      <div style={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fit, minmax(280px, 1fr))', gap: 16 }}>
        <div className="card">
          <Empty
            title="No pages here yet"
            actions={
              <button className="btn primary" type="button">
                New page
              </button>
            }
          >
            Write the first one, or import what you have.
          </Empty>
        </div>
        <div className="card">
          <ErrorNote
            title="This page could not be loaded"
            error={new Error('The server did not answer within 20 seconds.')}
            onRetry={() => {}}
          />
        </div>
        <div className="card" style={{ padding: 24 }}>
          <Skeleton lines={6} />
        </div>
      </div>
    </section>
  )
}
