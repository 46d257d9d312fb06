/* SPDX-License-Identifier: Apache-2.0
 *
 * Small models with contacts, limits and dry friction, whose trajectories bits.c hashes. Together
 * they have every shape, contacts with the world and between bodies, loops, restitution, limits and
 * dry friction of joints. */
#ifndef LUDO_TESTS_BITS_CONTACT_MODELS_H
#define LUDO_TESTS_BITS_CONTACT_MODELS_H

/* Boxes thrown on a floor. */
static const char boxes[] =
    "<mujoco model='boxes'>"
    "  <default><geom type='box' density='500' friction='0.5'/></default>"
    "  <worldbody>"
    "    <geom type='plane' size='1 1 1'/>"
    "    <body pos='-0.9 -0.45 0.4'><freejoint/><geom size='0.11 0.09 0.13'/></body>"
    "    <body pos='0 -0.45 0.5'><freejoint/><geom size='0.09 0.11 0.19'/></body>"
    "    <body pos='0.1 -0.5 1.1'><freejoint/><geom size='0.15 0.16 0.14'/></body>"
    "  </worldbody>"
    "  <keyframe>"
    "    <key qpos='-0.9 -0.45 0.4 0.1 0.1 -0.8 0.6  0 -0.45 0.5 0.4 -0.8 0.1 -0.3"
    "               0.1 -0.5 1.1 0.2 0.4 0.8 0.5'"
    "         qvel='0.6 0.5 -0.6 0.4 -2.7 -3.9  -0.4 0.2 0.5 4.3 4.6 -5  0 0 -1 1 2 3'/>"
    "  </keyframe>"
    "</mujoco>";

/* Stacked boxes, the lowest on a slope just steeper than friction holds: they creep. */
static const char stack[] =
    "<mujoco model='stack'>"
    "  <option gravity='1.5 0.3 -9.7'/>"
    "  <default><geom type='box' mass='1' friction='0.15'/></default>"
    "  <worldbody>"
    "    <geom type='plane' size='1 1 1'/>"
    "    <body pos='0 0 0.1'><freejoint/><geom size='0.2 0.2 0.1'/></body>"
    "    <body pos='0.02 0 0.3'><freejoint/><geom size='0.15 0.2 0.1' friction='0.6'/></body>"
    "    <body pos='0 0.01 0.5'><freejoint/><geom size='0.1 0.1 0.1' friction='0.6'/></body>"
    "    <body pos='0 0 0.701'><freejoint/><geom size='0.1 0.1 0.1' friction='0.6'/></body>"
    "  </worldbody>"
    "</mujoco>";

/* Round shapes that fall on each other: every pair of sphere, capsule and box, and a cylinder. */
static const char pile[] =
    "<mujoco model='pile'>"
    "  <default><geom density='700' friction='0.4'/></default>"
    "  <worldbody>"
    "    <geom type='plane' size='1 1 1'/>"
    "    <body pos='0 0 0.1'><freejoint/><geom type='capsule' size='0.1 0.3'/></body>"
    "    <body pos='0.02 0.1 0.35'><freejoint/><geom type='capsule' size='0.08 0.2'/></body>"
    "    <body pos='0.05 0 0.6'><freejoint/><geom type='box' size='0.1 0.15 0.1'/></body>"
    "    <body pos='0 0.02 0.85'><freejoint/><geom type='sphere' size='0.1'/></body>"
    "    <body pos='0.05 0 1.05'><freejoint/><geom type='sphere' size='0.07'/></body>"
    "    <body pos='1 0 0.4'><freejoint/><geom type='cylinder' size='0.2 0.15'/></body>"
    "  </worldbody>"
    "  <keyframe>"
    "    <key qpos='0 0 0.1 0.7 0.1 0.7 0  0.02 0.1 0.35 0.7 0.7 0 0  0.05 0 0.6 1 0.2 0.1 0.3"
    "               0 0.02 0.85 1 0 0 0  0.05 0 1.05 1 0 0 0  1 0 0.4 0.8 0.3 0.2 0.1'"
    "         qvel='0 0 0 0 0 0  0 0 0 0 0 1  0 0 0 1 0 0  0 0 -1 0 0 5  0 0 -1 0 2 0"
    "               1 0 0 1 2 5'/>"
    "  </keyframe>"
    "</mujoco>";

/* A floating four-bar, dropped tilted onto its links. */
static const char dropped[] =
    "<mujoco model='dropped'>"
    "  <default>"
    "    <geom type='capsule' size='0.02' density='1000' friction='0.5'/>"
    "    <joint type='hinge' axis='0 1 0' damping='0.001'/>"
    "  </default>"
    "  <worldbody>"
    "    <geom type='plane' size='1 1 1'/>"
    "    <body name='base' pos='0 0 0.4'>"
    "      <freejoint/><geom fromto='-0.2 0 0 0.2 0 0'/>"
    "      <body name='crank' pos='-0.2 0 0'>"
    "        <joint/><geom fromto='0 0 0 0 0 0.3'/>"
    "        <body name='coupler' pos='0 0 0.3'><joint/><geom fromto='0 0 0 0.4 0 0'/></body>"
    "      </body>"
    "      <body name='rocker' pos='0.2 0 0'><joint/><geom fromto='0 0 0 0 0 0.3'/></body>"
    "    </body>"
    "  </worldbody>"
    "  <contact>"
    "    <exclude body1='coupler' body2='rocker'/><exclude body1='crank' body2='rocker'/>"
    "    <exclude body1='base' body2='coupler'/>"
    "  </contact>"
    "  <equality><connect body1='coupler' body2='rocker' anchor='0.4 0 0'/></equality>"
    "  <keyframe><key qpos='0 0 0.4 0.887 0.25 0.33 0.2 0 0 0'/></keyframe>"
    "</mujoco>";

/* A box that lands on two legs, which are pushed to their stops: a tree in contact with the world
 * only. */
static const char legs[] =
    "<mujoco model='legs'>"
    "  <compiler angle='radian'/>"
    "  <default>"
    "    <geom density='900' friction='0.6'/>"
    "    <joint type='hinge' range='-0.6 0.6' limited='true' frictionloss='0.4'/>"
    "  </default>"
    "  <worldbody>"
    "    <geom type='plane' size='1 1 1'/>"
    "    <body pos='0 0 0.6'>"
    "      <freejoint/><geom type='box' size='0.2 0.1 0.05'/>"
    "      <body name='left' pos='0.15 0 -0.05'>"
    "        <joint axis='0 1 0'/><geom type='capsule' size='0.03' fromto='0 0 0 0.05 0.05 -0.4'/>"
    "      </body>"
    "      <body name='right' pos='-0.15 0 -0.05'>"
    "        <joint axis='0.2 1 0'/><geom type='capsule' size='0.03' fromto='0 0 0 0 -0.05 -0.4'/>"
    "      </body>"
    "    </body>"
    "  </worldbody>"
    "  <contact><exclude body1='left' body2='right'/></contact>"
    "  <keyframe><key qpos='0 0 0.6 1 0.1 0.2 0.1 0.2 -0.3' qvel='1 0 0 0 1 0 0 2'/></keyframe>"
    "</mujoco>";

/* A pendulum against its stop, a slider and a hinge with dry friction, a ball in its cone. */
static const char stops[] =
    "<mujoco model='stops'>"
    "  <compiler angle='radian'/>"
    "  <option gravity='2 0 -9.81'/>"
    "  <worldbody>"
    "    <body><joint type='hinge' axis='0 1 0' range='-0.5 1.1' limited='true'/>"
    "      <inertial pos='0.5 0 0' mass='1' diaginertia='0.01 0.08 0.09'/>"
    "      <body pos='1 0 0'>"
    "        <joint type='ball' range='0 0.4' limited='true' frictionloss='0.05'/>"
    "        <inertial pos='0.3 0.1 0' mass='0.7' diaginertia='0.01 0.02 0.02'/>"
    "      </body>"
    "    </body>"
    "    <body pos='0 2 0'>"
    "      <joint type='slide' axis='1 0 0' frictionloss='1.7' range='-1 0.2' limited='true'/>"
    "      <inertial pos='0 0 0' mass='1' diaginertia='0.01 0.01 0.01'/>"
    "      <body><joint type='hinge' axis='0 1 0.2' frictionloss='0.8'/>"
    "        <inertial pos='0.2 0 -0.3' mass='0.5' diaginertia='0.01 0.02 0.02'/>"
    "      </body>"
    "    </body>"
    "  </worldbody>"
    "  <keyframe><key qpos='0.3 1 0 0 0 0 0.5' qvel='1 0.3 0.2 2 -0.4 3'/></keyframe>"
    "</mujoco>";

/* Balls of restitution 1, 1/2 and 1/5; one hits another. */
static const char balls[] =
    "<mujoco model='balls'>"
    "  <custom>"
    "    <numeric name='ludo.restitution.all' data='1'/>"
    "    <numeric name='ludo.restitution.half' data='0.5'/>"
    "    <numeric name='ludo.restitution.fifth' data='0.2'/>"
    "  </custom>"
    "  <default><geom type='sphere' size='0.1' mass='1' friction='0.3'/></default>"
    "  <worldbody>"
    "    <geom type='plane' size='1 1 1'/>"
    "    <body pos='-0.5 0 0.3'><freejoint/><geom name='all'/></body>"
    "    <body pos='0 0 0.3'><freejoint/><geom name='half'/></body>"
    "    <body pos='0.02 0 0.6'><freejoint/><geom name='fifth'/></body>"
    "  </worldbody>"
    "  <keyframe>"
    "    <key qpos='-0.5 0 0.3 1 0 0 0  0 0 0.3 1 0 0 0  0.02 0 0.6 1 0 0 0'"
    "         qvel='0 0.5 0 1 2 3  0 0 0 5 0 0  0 0 -1 0 0 0'/>"
    "  </keyframe>"
    "</mujoco>";

/* A mesh and an ellipsoid that roll down a slope. */
static const char rolling[] =
    "<mujoco model='rolling'>"
    "  <option gravity='2 0.5 -9.5'/>"
    "  <asset>"
    "    <mesh name='stone' vertex='0.2 0 0  -0.2 0 0  0 0.21 0  0 -0.21 0  0 0 0.19  0 0 -0.2"
    "                               0.12 0.12 0.12  -0.12 0.13 0.12  0.12 -0.12 0.11'/>"
    "  </asset>"
    "  <default><geom density='800' friction='0.8'/></default>"
    "  <worldbody>"
    "    <geom type='plane' size='1 1 1'/>"
    "    <body pos='0 0 0.3'><freejoint/><geom type='mesh' mesh='stone'/></body>"
    "    <body pos='0 1 0.3'><freejoint/><geom type='ellipsoid' size='0.2 0.15 0.1'/></body>"
    "  </worldbody>"
    "  <keyframe>"
    "    <key qpos='0 0 0.3 1 0.1 0.2 0.3  0 1 0.3 1 0.2 0 0.1'"
    "         qvel='1 0 0 0 3 0  1 0 0 0 5 1'/>"
    "  </keyframe>"
    "</mujoco>";

#endif
