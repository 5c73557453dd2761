import { spawn } from '@lydell/node-pty';
import xterm from '@xterm/headless';
export function open(cmd, env, cols=90, rows=26){
  const t=new xterm.Terminal({cols,rows,allowProposedApi:true,scrollback:1000});
  const p=spawn(cmd[0],cmd.slice(1),{cols,rows,env:{...process.env,...env,TERM:'xterm-256color'}});
  p.onData(d=>t.write(d)); p.onExit(e=>{x.exit=e.exitCode});
  const x={type:s=>p.write(s),kill:()=>{try{process.kill(p.pid,'SIGKILL')}catch{}},show:(name)=>{const a=t.buffer.active;console.log('──── '+name+(x.exit!==undefined?` exit ${x.exit}`:''));const out=[];for(let i=0;i<rows;i++)out.push(a.getLine(a.baseY+i)?.translateToString().trimEnd()??'');console.log(out.join('\n').replace(/\n+$/,''))}};
  return x;}
export const sleep=ms=>new Promise(r=>setTimeout(r,ms));
