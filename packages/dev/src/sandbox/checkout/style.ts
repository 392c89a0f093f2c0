/** Colours keep at least 4.5:1 for text and 3:1 for the edges of controls (WCAG 2.2 AA). */
export const STYLE = `
:root{--ink:#12242b;--muted:#4d616b;--deep:#0d3b38;--deep-text:#fff;--deep-muted:#c3dcd7;--accent:#0b6b50;--accent-dark:#08523d;
--tint:#e9f4f0;--line:#d5dfdd;--edge:#75868c;--error:#b3261e;--error-tint:#fdecea;--amber:#fff1cc;--amber-ink:#5a4200;--radius:12px}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0;min-height:100vh;color:var(--ink);background:#fff;font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","DejaVu Sans",sans-serif;
display:flex;flex-direction:column}
h1,h2,p,dl,dd,ul,ol,fieldset{margin:0;padding:0}
ul,ol{list-style:none}
fieldset{border:0;min-width:0}
legend,h2{font-size:1.125rem;font-weight:650;padding:0;line-height:1.3}
a{color:var(--accent)}
:focus-visible{outline:3px solid #1b5fd9;outline-offset:2px;border-radius:6px}
.visually-hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.band{background:var(--amber);color:var(--amber-ink);font-size:.875rem;text-align:center;padding:.375rem 1rem}
.page{flex:1;display:grid;grid-template-rows:auto 1fr}
.summary{background:var(--deep);color:var(--deep-text);padding:1rem 1.25rem 2.25rem}
.summary :focus-visible{outline-color:#fff}
.inner{width:100%;max-width:30rem;margin:0 auto}
.top{display:flex;align-items:center;justify-content:space-between;gap:.75rem;margin-bottom:1.25rem}
.secure{display:flex;align-items:center;gap:.5rem;font-size:.875rem;color:var(--deep-muted)}
.languages{display:flex;gap:.25rem}
.languages a{display:block;min-width:2.75rem;padding:.375rem .5rem;text-align:center;font-size:.875rem;color:var(--deep-text);text-decoration:none;border-radius:8px}
.languages a:hover{text-decoration:underline}
.languages a[aria-current]{background:rgba(255,255,255,.18);font-weight:650}
.merchant{color:var(--deep-muted)}
.amount{font-size:2.25rem;line-height:1.2;font-weight:700;letter-spacing:-.02em;overflow-wrap:anywhere;font-variant-numeric:tabular-nums}
.description{margin-top:.25rem;color:var(--deep-muted);overflow-wrap:anywhere}
.order{margin-top:1rem;border-top:1px solid rgba(255,255,255,.22);padding-top:.75rem}
.order summary{cursor:pointer;padding:.25rem 0;font-weight:600}
.rows{margin-top:.5rem}
.row{display:flex;justify-content:space-between;gap:1rem;padding:.3125rem 0}
.row>:first-child{overflow-wrap:anywhere;min-width:0}
.row>:last-child{white-space:nowrap;font-variant-numeric:tabular-nums}
.row.total{margin-top:.375rem;border-top:1px solid rgba(255,255,255,.22);padding-top:.625rem;font-weight:650}
.times{color:var(--deep-muted)}
.reference{margin-top:.75rem;font-size:.8125rem;color:var(--deep-muted);overflow-wrap:anywhere}
.main{background:#fff;border-radius:20px 20px 0 0;margin-top:-1.25rem;padding:1.5rem 1.25rem 2rem}
.methods{display:grid;grid-template-columns:minmax(0,1fr);gap:.625rem;margin-top:.875rem}
.method{display:flex;align-items:center;gap:.875rem;min-height:3.75rem;padding:.625rem .875rem;border:1.5px solid var(--edge);border-radius:var(--radius);cursor:pointer}
.method:hover{background:#f6faf9}
.method:has(:checked){border-color:var(--accent);background:var(--tint);box-shadow:inset 0 0 0 1px var(--accent)}
.method:has(:focus-visible){outline:3px solid #1b5fd9;outline-offset:2px}
.method input{width:1.25rem;height:1.25rem;margin:0;accent-color:var(--accent);flex:none;outline:none}
.method-text{display:flex;flex-wrap:wrap;align-items:baseline;justify-content:space-between;gap:0 .75rem;flex:1;min-width:0}
.method-name{font-weight:600}
.method-fee{color:var(--muted);font-size:.875rem;white-space:nowrap}
.logo{width:3rem;height:2rem;border-radius:7px;display:grid;place-items:center;flex:none;font-size:.6875rem;font-weight:800;letter-spacing:-.02em;line-height:1;white-space:nowrap}
.logo-mtn{background:#ffcb05;color:#10243e}.logo-orange{background:#ff7900;color:#111}.logo-moov{background:#0a559c;color:#fff}
.logo-airtel{background:#c8102e;color:#fff}.logo-mpesa{background:#2a7a2e;color:#fff}.logo-card{background:#1f2f4d;color:#fff}
.fields{display:grid;gap:1rem;margin-top:1.25rem}
.pair{display:grid;grid-template-columns:1fr 1fr;gap:.75rem;align-items:start}
.field label{display:block;font-weight:600;font-size:.9375rem;margin-bottom:.3125rem}
.field input,.field select{width:100%;min-height:3rem;padding:.625rem .75rem;font:inherit;color:inherit;background:#fff;border:1.5px solid var(--edge);border-radius:10px}
.field ::placeholder{color:#5b6b73;opacity:1}
.field [aria-invalid]{border-color:var(--error);background:var(--error-tint)}
.prefixed{display:flex}
.prefixed span{display:grid;place-items:center;padding:0 .75rem;border:1.5px solid var(--edge);border-right:0;border-radius:10px 0 0 10px;background:#f2f6f5;color:var(--muted);font-variant-numeric:tabular-nums}
.prefixed input{border-radius:0 10px 10px 0}
.inline{display:flex;gap:.5rem}
.hint{margin-top:.3125rem;font-size:.875rem;color:var(--muted)}
.error{margin-top:.3125rem;font-size:.875rem;color:var(--error);font-weight:600}
.alert{margin-bottom:1.25rem;padding:.75rem .875rem;border-left:4px solid var(--error);border-radius:6px;background:var(--error-tint);color:var(--error);font-weight:600}
.section{margin-top:1.75rem}
.button{display:flex;width:100%;min-height:3.25rem;align-items:center;justify-content:center;gap:.625rem;padding:.75rem 1rem;font:inherit;font-weight:650;text-align:center;text-decoration:none;border:1.5px solid transparent;border-radius:var(--radius);background:var(--accent);color:#fff;cursor:pointer}
.button:hover{background:var(--accent-dark)}
.button.plain{background:#fff;color:var(--accent);border-color:var(--accent)}
.button.plain:hover{background:var(--tint)}
.button.quiet{min-height:2.75rem;background:none;color:var(--muted);border-color:transparent;font-weight:500;text-decoration:underline}
.button.quiet:hover{color:var(--ink)}
.button.small{width:auto;min-height:2.25rem;padding:.25rem .75rem;font-size:.875rem}
.button[aria-disabled]{opacity:.75;cursor:progress}
.actions{display:grid;gap:.5rem;margin-top:1.5rem}
.sandbox{padding:.875rem;border:1.5px dashed #9a7400;border-radius:var(--radius);background:#fffaeb;color:var(--amber-ink);font-size:.9375rem}
.sandbox .tag{display:inline-block;padding:.0625rem .5rem;margin-right:.25rem;border-radius:99px;background:#6b4f00;color:#fff;font-size:.75rem;font-weight:700;letter-spacing:.03em;text-transform:uppercase}
.sandbox ul{display:grid;gap:.375rem;margin-top:.5rem}
.sandbox li{display:flex;align-items:center;justify-content:space-between;gap:.5rem}
.sandbox li span{display:flex;flex-wrap:wrap;gap:0 .5rem;min-width:0}
.sandbox code{font:600 .9375rem ui-monospace,Menlo,Consolas,"DejaVu Sans Mono",monospace;white-space:nowrap}
.sandbox-controls{display:grid;gap:.5rem;margin-top:.75rem}
.state{text-align:center;padding-top:.75rem}
.state h1{font-size:1.5rem;line-height:1.25;margin-top:1rem}
.state p{margin-top:.5rem;color:var(--muted)}
.state .strong{color:var(--ink);font-weight:600}
.badge{width:4.5rem;height:4.5rem;border-radius:50%;display:grid;place-items:center;margin:0 auto;background:var(--tint);color:var(--accent)}
.badge.bad{background:var(--error-tint);color:var(--error)}.badge.off{background:#eef2f3;color:var(--muted)}
.badge svg{width:2.25rem;height:2.25rem}
.spin{animation:spin 1.1s linear infinite}
.ring{animation:ring 1.8s ease-in-out infinite}
@keyframes spin{to{transform:rotate(1turn)}}
@keyframes ring{0%,60%,100%{transform:none}10%,30%,50%{transform:rotate(-9deg)}20%,40%{transform:rotate(9deg)}}
.details{margin-top:1.5rem;border:1px solid var(--line);border-radius:var(--radius);padding:.5rem 1rem}
.details .row+.row{border-top:1px solid var(--line)}
.details dt{color:var(--muted)}.details .row{flex-wrap:wrap;gap:0 1rem}.details .row dd{font-weight:600;margin-left:auto;text-align:right;white-space:normal;overflow-wrap:anywhere}
body:has(input[value="card"]:checked) .if-mobile{display:none}
body:not(:has(input[value="card"]:checked)) .if-card{display:none}
.script .no-script,:root:not(.script) .needs-script{display:none}
@media (max-width:30rem){.method-text{flex-direction:column}}
@media (min-width:60rem){
.page{grid-template:1fr/minmax(24rem,45%) 1fr}
.summary{padding:2.5rem 3.5rem}.summary .inner{max-width:26rem;margin:0 0 0 auto}
.top{margin-bottom:3rem}.amount{font-size:2.75rem}
.main{margin:0;border-radius:0;padding:3.5rem}.main .inner{margin:0;max-width:27rem}
}
@media (prefers-reduced-motion:reduce){.spin,.ring{animation:none}}
`
