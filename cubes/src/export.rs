//! Texts that start workers elsewhere: scripts for Slurm, lines for GNU parallel, a job for Kubernetes.
//!
//! The array and the lines need no queue: each does a portion of the cubes. The job's pods take theirs from the queue.

use crate::directory::Directory;
use std::path::Path;

/// How many workers, and how large.
#[derive(Clone, Debug)]
pub struct Shape {
    /// Jobs, lines or pods.
    pub jobs: u64,
    /// Threads of each.
    pub threads: usize,
    /// The program.
    pub program: String,
}

/// A word of a shell, quoted where it must be.
pub fn quoted(word: &str) -> String {
    let plain = |letter: char| letter.is_ascii_alphanumeric() || "/._-+=:,@%".contains(letter);
    if !word.is_empty() && word.chars().all(plain) { word.into() } else { format!("'{}'", word.replace('\'', r"'\''")) }
}

fn shown(path: &Path) -> String {
    quoted(&path.to_string_lossy())
}

/// A script for `sbatch`.
pub fn slurm(directory: &Directory, path: &Path, shape: &Shape) -> String {
    let Shape { jobs, threads, program } = shape;
    format!(
        "#!/bin/bash\n\
         #SBATCH --job-name=cnfcubes-{id}\n\
         #SBATCH --array=1-{jobs}\n\
         #SBATCH --cpus-per-task={threads}\n\
         #SBATCH --requeue\n\
         #SBATCH --open-mode=append\n\
         #SBATCH --signal=TERM@60\n\
         #SBATCH --output={output}/slurm-%a.out\n\
         # A job whose cubes are done ends at once, so the script may be submitted again after anything.\n\
         code=0\n\
         srun --ntasks=1 {program} work {run} --portion \"$SLURM_ARRAY_TASK_ID/{jobs}\" --threads {threads} || code=$?\n\
         # 10: a model was found, and nobody else has anything to do.\n\
         if [ $code = 10 ]; then scancel --name=cnfcubes-{id}; exit 0; fi\n\
         exit $code\n",
        id = directory.run.id,
        // Slurm reads this line itself, without a shell.
        output = path.display(),
        program = quoted(program),
        run = shown(path),
    )
}

/// Lines for GNU parallel, or any shell.
pub fn parallel(path: &Path, shape: &Shape) -> String {
    let Shape { jobs, threads, program } = shape;
    let line = |job| format!("{} work {} --portion {job}/{jobs} --threads {threads}\n", quoted(program), shown(path));
    (1..=*jobs).map(line).collect()
}

/// A job for Kubernetes, whose pods see the run directory through a claim of a volume.
pub fn kubernetes(directory: &Directory, shape: &Shape, image: &str, claim: &str, server: &str) -> String {
    let Shape { jobs, threads, program } = shape;
    let text = |word: &str| serde_json::Value::from(word).to_string();
    format!(
        "apiVersion: batch/v1\n\
         kind: Job\n\
         metadata:\n  name: cnfcubes-{id}\n\
         spec:\n  parallelism: {jobs}\n  completions: {jobs}\n  backoffLimit: {retries}\n\
         \x20 template:\n    spec:\n      restartPolicy: OnFailure\n      terminationGracePeriodSeconds: 60\n\
         \x20     containers:\n      - name: worker\n        image: {image}\n\
         \x20       command: [{program}, \"work\", \"/run-directory\", \"--server\", {server}, \"--threads\", \"{threads}\"]\n\
         \x20       resources:\n          requests: {{cpu: \"{threads}\"}}\n\
         \x20       env:\n        - name: CNFCUBES_TOKEN\n          valueFrom: {{secretKeyRef: {{name: cnfcubes, key: token, optional: true}}}}\n\
         \x20       volumeMounts:\n        - {{name: run, mountPath: /run-directory}}\n\
         \x20     volumes:\n      - name: run\n        persistentVolumeClaim: {{claimName: {claim}}}\n",
        id = directory.run.id,
        retries = jobs * 10,
        image = text(image),
        program = text(program),
        server = text(server),
        claim = text(claim),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_quoted_where_they_must_be() {
        assert_eq!(quoted("/scratch/run-1"), "/scratch/run-1");
        assert_eq!(quoted("my run's"), r"'my run'\''s'");
        assert_eq!(quoted(""), "''");
    }

    #[test]
    fn every_portion_has_a_line() {
        let shape = Shape { jobs: 3, threads: 2, program: "cnfcubes".into() };
        let lines = parallel(Path::new("/a b"), &shape);
        assert_eq!(lines.lines().count(), 3);
        assert_eq!(lines.lines().nth(1), Some("cnfcubes work '/a b' --portion 2/3 --threads 2"));
    }
}
