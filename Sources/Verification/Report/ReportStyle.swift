/// The look of a report: system fonts, light and dark, screen and paper.
enum ReportStyle {
  static let css = """
    :root{color-scheme:light dark;--ink:#1c2430;--soft:#566173;--line:#d5dbe4;--page:#f5f7fa;--card:#fff;
    --good:#12693a;--bad:#a3201f;--wait:#7a5200;--a:#1f5fbf;--b:#b3480a;--c:#1d7a4c;--d:#7a3fb3}
    @media (prefers-color-scheme:dark){:root{--ink:#e8ecf2;--soft:#a9b4c4;--line:#3a4454;--page:#12161d;--card:#1b212b;
    --good:#1b7a47;--bad:#b5302e;--wait:#8a6100;--a:#7db0ff;--b:#ffa366;--c:#6fd6a0;--d:#cf9cff}}
    *{box-sizing:border-box}body{margin:0;background:var(--page);color:var(--ink);
    font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"DejaVu Sans",sans-serif}
    main{max-width:60rem;margin:0 auto;padding:1rem}
    .banner{color:#fff;padding:1.4rem 1.5rem;border-radius:.6rem;margin:0 0 1rem}
    .banner h1{margin:0;font-size:1.9rem;line-height:1.2}.banner p{margin:.3rem 0 0}
    .approved{background:var(--good)}.declined{background:var(--bad)}.review{background:var(--wait)}
    .specimen{border:2px dashed var(--wait);border-radius:.6rem;padding:.6rem 1rem;margin:0 0 1rem;font-weight:600}
    section{background:var(--card);border:1px solid var(--line);border-radius:.6rem;padding:1rem 1.25rem;margin:0 0 1rem}
    h2{font-size:1.15rem;margin:0 0 .6rem}h3{font-size:1rem;margin:.9rem 0 .3rem}ul{margin:.2rem 0;padding-left:1.2rem}
    table{border-collapse:collapse;width:100%;font-size:.93rem}th,td{text-align:left;padding:.35rem .6rem .35rem 0;
    border-bottom:1px solid var(--line);vertical-align:top;overflow-wrap:anywhere}th{color:var(--soft);font-weight:600}
    code{font:.85em ui-monospace,"DejaVu Sans Mono",monospace}.soft,.unit,figcaption{color:var(--soft);font-size:.9rem}
    figure{margin:.4rem 0 1rem}.pictures{display:grid;grid-template-columns:repeat(auto-fill,minmax(9.5rem,1fr));gap:.8rem}
    .pair{display:grid;grid-template-columns:1fr 1fr;gap:1rem;max-width:34rem}
    .picture{margin:0}.picture svg{width:100%;height:auto;border-radius:.4rem;display:block;background:var(--line)}
    .box{fill:none;stroke:#ffd23f;stroke-width:3;vector-effect:non-scaling-stroke}
    figure>svg{width:100%;height:auto}svg text{font-size:11px;fill:var(--soft)}.grid{stroke:var(--line)}
    .mark{stroke:var(--soft);stroke-dasharray:2 3}.limit{stroke:var(--bad);stroke-dasharray:6 4}
    path{fill:none;stroke-width:1.8;vector-effect:non-scaling-stroke}.c0{stroke:var(--a)}.c1{stroke:var(--b)}
    .c2{stroke:var(--c)}.c3{stroke:var(--d)}.legend{margin:0;font-size:.9rem}.legend span{margin-right:1rem}
    .legend span::before{content:"";display:inline-block;width:1.1em;height:.25em;margin-right:.4em;vertical-align:middle}
    .k0::before{background:var(--a)}.k1::before{background:var(--b)}.k2::before{background:var(--c)}
    .k3::before{background:var(--d)}
    @media print{body{background:#fff;font-size:12px}section,figure{break-inside:avoid}main{max-width:none}
    .banner{-webkit-print-color-adjust:exact;print-color-adjust:exact}}
    """
}
