/// The looks of a report. Text has a contrast of at least 4.5 : 1 on its ground, light and dark (WCAG 2.2, 1.4.3).
///
/// Without '<' and '&', so that XML and HTML read it alike.
enum ReportStyle {
  static let element: Markup = """
    <style>
    :root { color-scheme: light dark; --ground: #f4f6f8; --card: #ffffff; --text: #1b2430; --quiet: #55606e;
      --line: #dbe1e8; --fill: #2f6fb3; --good: #17693f; --bad: #a3262e; --note: #fff3d6; --note-text: #553b00;
      --c0: #1f5fb4; --c1: #a34a08; --c2: #17754a; --c3: #7a3fa0; --limit: #8c2f5b; }
    @media (prefers-color-scheme: dark) { :root { --ground: #11161c; --card: #1a212a; --text: #e6ebf1;
      --quiet: #a6b1bf; --line: #36414e; --fill: #6ea8e6; --good: #6fd39c; --bad: #ff9a9f; --note: #4a3a12;
      --note-text: #ffe7ae; --c0: #7db4f5; --c1: #f2a96b; --c2: #6fd0a3; --c3: #cf9df2; --limit: #f09cc3; } }
    * { box-sizing: border-box; }
    body { margin: 0; background: var(--ground); color: var(--text);
      font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "DejaVu Sans", sans-serif; }
    main { max-width: 62rem; margin: 0 auto; padding: 1.5rem 1rem 3rem; }
    h1, h2, h3, p, dl, dd, figure, ul, ol { margin: 0; }
    h1 { font-size: 1.6rem; line-height: 1.25; }
    h2 { font-size: 1.2rem; margin-bottom: .5rem; }
    h3 { font-size: 1rem; }
    p, li, dd, figcaption, h1, h2, h3 { overflow-wrap: anywhere; }
    code { font: .9em ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; }
    .quiet, .time, dt, figcaption { color: var(--quiet); }
    header { margin-bottom: 1rem; }
    .specimen { margin-top: .75rem; padding: .6rem .9rem; border: 2px dashed currentColor; border-radius: .5rem;
      background: var(--note); color: var(--note-text); }
    .decision { padding: 1.1rem 1.25rem; border-radius: .75rem; color: #ffffff; }
    .decision h2 { font-size: 1.7rem; line-height: 1.2; margin-bottom: .25rem; }
    .approved { background: #17693f; } .declined { background: #9c2430; } .review { background: #855300; }
    .sign { display: inline-block; min-width: 1.1em; }
    .card { margin-top: 1rem; padding: 1.1rem 1.25rem; background: var(--card); border: 1px solid var(--line);
      border-radius: .75rem; }
    .reasons { padding-left: 1.2rem; } .reasons li + li { margin-top: .35rem; }
    .reasons small { white-space: normal; }
    .steps { list-style: none; padding: 0; }
    .steps li { display: flex; flex-wrap: wrap; gap: .75rem 1.5rem; padding: .9rem 0; border-top: 1px solid var(--line);
      break-inside: avoid; }
    .steps li:first-child { margin-top: .75rem; } .steps li:last-child { padding-bottom: 0; }
    .what { flex: 1 1 17rem; }
    .outcome { margin-left: .4rem; font-weight: 600; white-space: nowrap; }
    .good { color: var(--good); } .bad { color: var(--bad); }
    dl div { display: flex; flex-wrap: wrap; gap: 0 .6rem; } dt::after { content: ":"; }
    .row { display: flex; flex-wrap: wrap; gap: .1rem 2rem; }
    td .bar { min-width: 5rem; } .bar { display: block; width: 12.5rem; max-width: 100%; height: .75rem; margin: .15rem 0; }
    .track { fill: var(--line); } .fill { fill: var(--fill); } .tick { stroke: var(--text); stroke-width: 2; }
    .pictures { display: flex; flex-wrap: wrap; gap: .75rem; }
    .photo { width: 8rem; font-size: .85rem; line-height: 1.35; break-inside: avoid; }
    .photo figcaption { margin-top: .3rem; }
    .frame { position: relative; } .frame img { display: block; width: 100%; height: auto; border-radius: .4rem; }
    .time { white-space: nowrap; }
    .missing { padding: 2rem .5rem; text-align: center; border: 1px dashed var(--quiet); border-radius: .4rem;
      color: var(--quiet); }
    .box { position: absolute; left: 0; top: 0; width: 100%; height: 100%; }
    .box rect { fill: none; vector-effect: non-scaling-stroke; }
    .under { stroke: #000000; stroke-opacity: .55; stroke-width: 4; } .over { stroke: #ffffff; stroke-width: 2; }
    .pair { display: grid; grid-template-columns: 1fr 1fr; gap: 1rem; max-width: 34rem; margin-bottom: .75rem;
      align-items: start; }
    .pair .photo { width: auto; }
    .marks { display: flex; flex-wrap: wrap; gap: .1rem 1.25rem; list-style: none; padding: 0; margin: .25rem 0 1rem; }
    .plots { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 26rem), 1fr)); gap: 1.5rem 1.25rem; }
    .plot { break-inside: avoid; } .plot figcaption h3 { display: inline; color: var(--text); }
    .plot p { font-size: .85rem; line-height: 1.4; }
    .chart { display: block; width: 100%; height: auto; font-size: 12.5px; fill: var(--quiet); }
    .grid { stroke: var(--line); } .axis { stroke: var(--quiet); }
    .mark { stroke: var(--quiet); stroke-opacity: .55; } .number { font-weight: 600; fill: var(--text); }
    .threshold { stroke: var(--limit); stroke-dasharray: 5 4; } .limit { fill: var(--limit); }
    .limit, .name { paint-order: stroke; stroke: var(--card); stroke-width: 3; stroke-linejoin: round; }
    .curve { fill: none; stroke-width: 2; stroke-linejoin: round; stroke-linecap: round; }
    .curve.c0 { stroke: var(--c0); } .curve.c1 { stroke: var(--c1); } .curve.c2 { stroke: var(--c2); }
    .curve.c3 { stroke: var(--c3); }
    .name { font-weight: 600; } .name.c0 { fill: var(--c0); } .name.c1 { fill: var(--c1); }
    .name.c2 { fill: var(--c2); } .name.c3 { fill: var(--c3); }
    .wide { overflow-x: auto; margin-top: .4rem; }
    table { width: 100%; border-collapse: collapse; text-align: left; }
    th, td { padding: .35rem .75rem .35rem 0; border-top: 1px solid var(--line); vertical-align: top; }
    th, td { overflow-wrap: break-word; max-width: 26rem; } th:last-child, td:last-child { min-width: 8rem; }
    thead th { border-top: 0; color: var(--quiet); font-weight: 600; } tbody th { font-weight: 600; }
    .card > h3 { margin-top: 1.25rem; }
    .finding { font-size: 1.15rem; } .finding + p + .reasons { margin-top: .5rem; }
    .facts { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 17rem), 1fr)); gap: .1rem 1.5rem;
      margin-top: .75rem; }
    .facts dd { font-weight: 600; }
    .sides { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 26rem), 1fr)); gap: 1.25rem 1rem;
      margin-top: 1rem; align-items: start; }
    .side { max-width: 40rem; font-size: .85rem; break-inside: avoid; } .side figcaption { margin-top: .3rem; }
    .field { --kind: #1f5fb4; } .element { --kind: #8a3f00; } .portrait { --kind: #17693f; } .zone { --kind: #7a3fa0; }
    .places { position: absolute; left: 0; top: 0; width: 100%; height: 100%; }
    .halo, .edge { fill: none; vector-effect: non-scaling-stroke; }
    .halo { stroke: #ffffff; stroke-opacity: .7; stroke-width: 3; } .edge { stroke: var(--kind); stroke-width: 1.5; }
    .element .edge { stroke-dasharray: 6 3; } .zone .edge { stroke-dasharray: 2 2; }
    .name-tag rect { fill: var(--kind); } .name-tag text { fill: #ffffff; }
    .key { list-style: none; padding: 0; margin-top: .4rem; } .key li { margin-top: .2rem; }
    .key b { padding: .05rem .4rem; border-radius: .25rem; background: var(--kind); color: #ffffff; font-weight: 600; }
    .mrz { margin: .5rem 0 .35rem; padding: .6rem .25rem; overflow-x: auto;
      font: min(1.15rem, 130vw / var(--letters))/1.7 ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; }
    .holds, .fails { border-radius: .15em; font-weight: 700; }
    .holds { color: var(--good); outline: 1.5px solid currentColor; }
    .fails { color: var(--card); background: var(--bad); outline: 1.5px solid var(--bad); }
    .corrected { text-decoration: underline 2px; text-underline-offset: .3em; }
    .note { font-size: .85rem; } .compared td span { white-space: nowrap; }
    .elements { display: grid; grid-template-columns: repeat(auto-fill, minmax(8.5rem, 1fr)); gap: 1rem;
      margin-top: .5rem; font-size: .85rem; line-height: 1.4; }
    .elements figure { break-inside: avoid; } .elements figcaption { margin-top: .3rem; }
    .elements b { color: var(--text); }
    .crop { display: flex; align-items: center; justify-content: center; height: 6rem; padding: .25rem;
      border: 1px solid var(--line); border-radius: .4rem; background: var(--ground); color: var(--quiet);
      text-align: center; }
    .crop img { max-width: 100%; max-height: 100%; }
    .small { font-size: .85rem; } .small h3 { margin-top: .9rem; font-size: .9rem; } .hash { word-break: break-all; }
    @media (max-width: 36rem) {
      main { padding: 1rem .6rem 2rem; } .card, .decision { padding: .9rem .9rem; }
      .chart { font-size: 15px; } .photo { width: calc(50% - .4rem); } .pictures { width: 100%; }
      .compared table { font-size: .75rem; } .compared td span { white-space: normal; }
      .compared th, .compared td { min-width: 0; padding-right: .4rem; }
    }
    @media print {
      @page { size: A4; margin: 14mm; }
      :root { color-scheme: light; --ground: #ffffff; --card: #ffffff; --text: #1b2430; --quiet: #55606e;
        --line: #dbe1e8; --fill: #2f6fb3; --good: #17693f; --bad: #a3262e; --note: #fff3d6; --note-text: #553b00;
        --c0: #1f5fb4; --c1: #a34a08; --c2: #17754a; --c3: #7a3fa0; --limit: #8c2f5b; }
      body { font-size: 10.5pt; } main { max-width: none; padding: 0; }
      .decision, .specimen, .bar, .frame, .chart, .mrz, .key, .crop { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
      .plots { grid-template-columns: 1fr 1fr; } .photo { width: 32mm; } .pair { max-width: 110mm; }
      .sides { grid-template-columns: 1fr 1fr; } .mrz { font-size: 10pt; break-inside: avoid; }
      .elements { grid-template-columns: repeat(5, 1fr); }
      h2, h3 { break-after: avoid; } tr { break-inside: avoid; }
    }
    </style>
    """
}
