import { Copy, Info, Lightbulb, TriangleAlert } from 'lucide-react'

const fields = [
  ['warehouse_id', 'string', true, 0, 'Where the stock is taken from.'],
  ['ship_to', 'object', true, 0, 'The delivery address.'],
  ['ship_to.country', 'string', true, 1, 'ISO 3166-1 alpha-2.'],
  ['reference', 'string', false, 0, 'Your own number, printed on the label.'],
] as const

const callouts = [
  ['callout', Info, 'The reservation lapses after 30 minutes.'],
  ['callout tipc', Lightbulb, '接口返回的金额均为字符串，避免精度丢失。'],
  ['callout warn', TriangleAlert, 'Do not send the same key with another body.'],
] as const

export function DesignArticle() {
  return (
    <section>
      <article className="art" style={{ maxWidth: 'var(--w-article)', background: 'var(--paper)', padding: 40, borderRadius: 10 }}>
        <h1>Create an order</h1>
        <p>
          Reserves stock in one warehouse and returns an order in the state <code>reserved</code>. See <a href="#body">the body</a>,{' '}
          <em>always</em> before <strong>shipping</strong>. 《墨子》云：“书于竹帛，镂于金石”——传遗后世子孙者知之。
        </p>
        <div className="endpoint">
          <span className="verb post">POST</span>
          <span className="url">
            <i>https://api.example.com</i>/v2/orders
          </span>
        </div>
        <h2 id="body">Body</h2>
        <div className="fields">
          <div className="fb">
            <div className="fr fh">
              <span className="fn">Name</span>
              <span className="ft">Type</span>
              <span className="fq">Required</span>
              <span className="fd">Description</span>
            </div>
            {fields.map(([name, type, required, depth, text]) => (
              <div key={name} className="fr" data-d={depth}>
                <span className="fn">{name}</span>
                <span className="ft">{type}</span>
                <span className="fq">{required && <span className="req">required</span>}</span>
                <span className="fd">{text}</span>
              </div>
            ))}
          </div>
        </div>
        <h3>Answer</h3>
        <div className="code">
          <div className="ch">
            <span className="lang">
              <span>JSON</span>
            </span>
            <button type="button" className="ib" aria-label="Copy">
              <Copy className="i" aria-hidden="true" />
            </button>
          </div>
          <pre>
            <code className="hljs">
              {'{ '}
              <span className="hljs-attr">"id"</span>
              <span className="hljs-punctuation">:</span> <span className="hljs-string">"SO-20418"</span>,{' '}
              <span className="hljs-attr">"lines"</span>: <span className="hljs-number">3</span>, <span className="hljs-attr">"paid"</span>:{' '}
              <span className="hljs-literal">true</span>
              {' }\n'}
              <span className="hljs-comment">{'// one more line'}</span>
              {'\n'}
              <span className="hljs-keyword">const</span> <span className="hljs-title">total</span>
              {' = a != b && c => d'}
            </code>
          </pre>
        </div>
        {callouts.map(([kind, Icon, text]) => (
          <div key={kind} className={kind} role="note">
            <Icon className="i" aria-hidden="true" />
            <div>
              <p>{text}</p>
            </div>
          </div>
        ))}
        <ul>
          <li>One</li>
          <li>
            Two
            <ol>
              <li>first</li>
              <li>second</li>
            </ol>
          </li>
        </ul>
        <ul className="tasks">
          <li>
            <input type="checkbox" disabled /> open
          </li>
          <li>
            <input type="checkbox" disabled checked readOnly /> done
          </li>
        </ul>
        <blockquote>
          <p>Documents are for those who come later.</p>
        </blockquote>
        <details>
          <summary>More</summary>
          <p>Hidden until it is wanted.</p>
        </details>
        <div className="tbl">
          <table>
            <thead>
              <tr>
                <th>Code</th>
                <th>Meaning</th>
                <th align="right">Retries</th>
              </tr>
            </thead>
            <tbody>
              <tr>
                <td>409</td>
                <td>The key was used with another body</td>
                <td align="right">0</td>
              </tr>
              <tr>
                <td>503</td>
                <td>稍后重试</td>
                <td align="right">3</td>
              </tr>
            </tbody>
          </table>
        </div>
      </article>
    </section>
  )
}
