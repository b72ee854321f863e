// The look and the small script of the hosted page: phone first, two columns from 820 px, no outside resource.

export const PAGE_STYLE = `
*{box-sizing:border-box;margin:0}
:root{--ink:#14213d;--soft:#5a6478;--line:#dfe4ec;--ground:#f3f5f9;--main:#1f4fd8;--main-dark:#173eb0;
--good:#0f7a4a;--bad:#b3261e;--warn:#6b4a00;--warn-ground:#fff3d1}
body{min-height:100vh;background:var(--ground);color:var(--ink);overflow-wrap:anywhere;
font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","PingFang SC","Microsoft YaHei","Noto Sans SC",sans-serif}
svg{width:20px;height:20px;flex:none}
.test{display:flex;gap:8px;justify-content:center;align-items:center;padding:10px 16px;background:var(--warn-ground);
color:var(--warn);font-weight:600;font-size:14px;border-bottom:1px solid #f0dca0}
header{display:flex;gap:8px;align-items:center;max-width:920px;margin:0 auto;padding:16px;color:var(--main)}
main{max-width:920px;margin:0 auto;padding:0 16px 32px}
.card{background:#fff;border:1px solid var(--line);border-radius:16px;overflow:hidden;
box-shadow:0 1px 2px rgba(20,33,61,.05),0 8px 24px rgba(20,33,61,.06)}
.summary{padding:24px 20px;border-bottom:1px solid var(--line)}
.act{padding:20px}
.label,dt,.hint,small{color:var(--soft);font-size:14px}
h1{font-size:20px;line-height:1.3}
h2{font-size:20px}
.amount{font-size:32px;font-weight:700;line-height:1.2;margin:12px 0 16px;font-variant-numeric:tabular-nums}
dl{display:grid;grid-template-columns:auto minmax(0,1fr);gap:6px 16px;font-size:14px}
dd{text-align:right}
.left{display:flex;flex-wrap:wrap;align-items:center;gap:4px 8px;margin-top:16px;padding:10px 12px;border-radius:10px;
background:var(--ground);font-size:14px}
.left strong{font-size:16px;font-variant-numeric:tabular-nums}
.left small{margin-left:auto}
.left.late strong{color:var(--bad)}
form,fieldset,.act{display:flex;flex-direction:column;gap:10px}
fieldset{border:1px dashed #c3cbd9;border-radius:12px;padding:4px 14px 14px;margin:8px 0 0;min-width:0}
legend{padding:0 6px;font-size:14px;font-weight:600}
button,a.main,a.plain{display:block;width:100%;min-height:48px;padding:11px 16px;border-radius:10px;font:inherit;
font-weight:600;text-align:center;text-decoration:none;cursor:pointer;color:var(--ink);background:#fff;
border:1px solid #b4bdcc}
fieldset button{font-weight:500;text-align:left}
button:hover,a.plain:hover{background:var(--ground)}
button.main,a.main{background:var(--main);border-color:var(--main);color:#fff;min-height:52px}
button.main:hover,a.main:hover{background:var(--main-dark)}
button.main span{white-space:nowrap;font-variant-numeric:tabular-nums}
button.quiet{border-color:transparent;color:var(--soft);background:none}
button.quiet:hover{color:var(--ink);text-decoration:underline}
:focus-visible{outline:3px solid #8fb0ff;outline-offset:2px}
.qr{display:none}
.state{text-align:center;padding:16px 8px}
.state svg{width:56px;height:56px;padding:12px;border-radius:50%;background:var(--ground);margin-bottom:12px}
.state p{color:var(--soft)}
.good svg{color:var(--good);background:#e3f5ec}
.bad svg{color:var(--bad);background:#fdeceb}
.wait svg{color:var(--warn);background:var(--warn-ground)}
.lone{max-width:440px;margin:32px auto;padding:20px}
.languages{display:flex;gap:8px;justify-content:center;margin-top:16px;font-size:14px;color:var(--soft)}
.languages>*{padding:12px;color:inherit}
.languages [aria-current]{color:var(--ink);font-weight:600}
@media(min-width:820px){
.card:not(.lone){display:grid;grid-template-columns:minmax(0,5fr) minmax(0,6fr);margin-top:16px}
.summary{border:0;border-right:1px solid var(--line);padding:32px}
.act{padding:32px;justify-content:center}
.amount{font-size:40px}
.qr{display:flex;gap:16px;align-items:center;border-top:1px solid var(--line);padding-top:16px;margin-top:8px}
}
`;

// Three failed polls in a row do no harm: the countdown goes on, and at its end the page is loaded again.
export const PAGE_SCRIPT = `
(function(){
var card=document.querySelector('.card'),left=document.getElementById('left');
var two=function(n){return (n<10?'0':'')+n};
if(left){
var end=Date.now()+Number(left.dataset.seconds)*1000;
var beat=setInterval(function(){
var s=Math.max(0,Math.ceil((end-Date.now())/1000)),h=Math.floor(s/3600);
left.textContent=(h?h+':':'')+two(Math.floor(s/60)%60)+':'+two(s%60);
left.parentNode.classList.toggle('late',s<=60);
if(s===0){clearInterval(beat);setTimeout(function(){location.reload()},1000)}
},500)}
setInterval(function(){
if(document.hidden)return;
fetch(card.dataset.id+'/state',{cache:'no-store'}).then(function(r){return r.json()}).then(function(now){
if(now.status!==card.dataset.status)location.reload()
}).catch(function(){})
},3000)
})();
`;
